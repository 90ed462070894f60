package dev.linchpin.memory;

import java.util.function.Predicate;

/**
 * A place where a test may interfere.
 *
 * @param process who makes the call
 * @param call the call
 * @param moment whether it is about to happen or has happened
 */
public record Site(MemoryProcess process, Call call, Moment moment) {
  /** Before and after a durable call: where a crash or a lost reply makes a difference. */
  public static final Predicate<Site> DURABLE = site -> site.call().durable();

  /** After a durable call: its reply may be lost. */
  public static final Predicate<Site> DURABLY_DONE =
      site -> site.call().durable() && site.moment() == Moment.AFTER;

  /** Before any call, reads too: where a process may be overtaken by others. */
  public static final Predicate<Site> BETWEEN_CALLS = site -> site.moment() == Moment.BEFORE;

  /** The moments of a call. */
  public enum Moment {
    BEFORE,
    AFTER
  }

  @Override
  public String toString() {
    return process.name() + " " + moment + " " + call;
  }
}
