package dev.linchpin.trace;

import java.util.Map;
import java.util.Optional;

/**
 * One line of the action trace.
 *
 * @param nanos the machine's monotonic clock ({@link System#nanoTime()}), nanoseconds; comparable
 *     between processes of one machine that has not been restarted in between
 * @param process the process token
 * @param thread the thread's name and number
 * @param moment whether the action begins, returns or throws
 * @param action the specification's name of the action
 * @param operation the operation that it serves; empty for actions on no operation
 * @param values what the specification's variables take, by name
 */
public record TraceEvent(
    long nanos,
    String process,
    String thread,
    Moment moment,
    String action,
    Optional<String> operation,
    Map<String, Object> values) {
  /** The moments of an action. */
  public enum Moment {
    /** The action begins; from here on its durable calls may have happened. */
    INVOKE,
    /** The action is complete. */
    RETURN,
    /** The action ended with an error; its last durable call may or may not have happened. */
    THROW
  }
}
