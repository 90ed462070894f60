package dev.linchpin.faultinjection.point;

import java.util.Optional;

/**
 * One moment of one run of a scenario, known from a recording of that scenario.
 *
 * @param action the innermost action of the specification that was running; {@link #NO_ACTION} if
 *     none was
 * @param durableCall the durable call inside it; empty for the action's own entry and exit
 * @param occurrence which one it is of those with the same action, durable call and moment, from 1
 * @param moment entry, exit or throw
 * @param method the method to stop in
 * @param hit which call of that method in the whole process it is, from 1
 */
public record CrashPoint(
    String action,
    Optional<String> durableCall,
    int occurrence,
    Moment moment,
    AnnotatedMethod method,
    int hit) {
  /** The action of a durable call that happens in none: only the liveness lock may. */
  public static final String NO_ACTION = "Open";

  /**
   * The point's name within its scenario.
   *
   * @return for instance {@code ApplyEffect/table commit#2@exit}
   */
  public String id() {
    return place() + (occurrence == 1 ? "" : "#" + occurrence) + "@" + moment.text();
  }

  /**
   * The point without its occurrence and moment.
   *
   * @return for instance {@code ApplyEffect/table commit}
   */
  public String place() {
    return action + durableCall.map(call -> "/" + call).orElse("");
  }

  @Override
  public String toString() {
    return id();
  }
}
