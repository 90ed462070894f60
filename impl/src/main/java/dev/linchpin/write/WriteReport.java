package dev.linchpin.write;

import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a successful write did.
 *
 * @param operation the attempt that was published; the last one tried if there was nothing to
 *     publish
 * @param commit the graph commit; empty if there was nothing to publish
 * @param manifestVersion the manifest version in which it is visible; the base version if there was
 *     nothing to publish
 * @param attempts how many attempts it took, 1 or more
 * @param restarts why each earlier attempt was discarded, in order
 * @param prepareTime the time spent in Prepare in the last attempt, outside the gates
 * @param gateHoldTime how long the last attempt held its gates
 * @param result the planner's result
 * @param <R> the result's type
 */
public record WriteReport<R>(
    OperationId operation,
    Optional<CommitId> commit,
    long manifestVersion,
    int attempts,
    List<String> restarts,
    Duration prepareTime,
    Duration gateHoldTime,
    R result) {
  /** Copies the restarts. */
  public WriteReport {
    restarts = List.copyOf(restarts);
  }
}
