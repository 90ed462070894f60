package dev.linchpin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a port's implementation method whose return means that something outlives the process.
 *
 * <p>An action may contain several of them. Crash points are the entry and the exit of every action
 * and of every such call reached inside it, so a durable call that is not marked is a crash point
 * that nobody tests; the closed-registry test therefore compares the marked methods with the ports'
 * mutating methods.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DurableCall {
  /**
   * What becomes durable, as the crash table names it.
   *
   * @return a short noun phrase, for instance {@code sidecar put}
   */
  String value();
}
