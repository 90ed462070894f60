package dev.linchpin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a method is the code of one action of the specification's {@code Next}.
 *
 * <p>Every durable change of the write protocol happens inside a method that carries this
 * annotation. A test holds the set of annotated methods, together with the declared environment
 * actions, equal to the disjuncts of {@code Next}; crash points are derived from the same
 * annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SpecAction {
  /**
   * The action's name as the specification spells it.
   *
   * @return a name such as {@code ArmRecovery}
   */
  String value();
}
