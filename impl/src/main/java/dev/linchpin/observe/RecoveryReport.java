package dev.linchpin.observe;

import dev.linchpin.protocol.OperationId;
import java.util.List;
import java.util.Optional;

/**
 * What a recovery pass found and did.
 *
 * @param outcomes one for each sidecar that was there
 */
public record RecoveryReport(List<IntentOutcome> outcomes) {
  /** Copies the list. */
  public RecoveryReport {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Whether no sidecar is left that needs anybody.
   *
   * @return true if every intent found is resolved
   */
  public boolean clean() {
    return outcomes.stream().allMatch(outcome -> outcome.resolution().resolved());
  }

  /**
   * One sidecar's end.
   *
   * @param name the sidecar's name
   * @param operation the attempt; empty if the sidecar cannot be read
   * @param resolution what became of it
   * @param detail one sentence for operators
   */
  public record IntentOutcome(
      String name, Optional<OperationId> operation, Resolution resolution, String detail) {}

  /** What became of a sidecar. */
  public enum Resolution {
    /** The exact confirmed delta was published; the sidecar is gone. */
    ROLLED_FORWARD(true),
    /** The commit was visible already; the sidecar is gone. */
    CONVERGED(true),
    /** Own effects were compensated; the sidecar is gone. */
    ROLLED_BACK(true),
    /** It had no effect; the sidecar is gone. */
    ABORTED_EMPTY(true),
    /** Somebody else completed it in the meantime. */
    COMPLETED_BY_ANOTHER(true),
    /** Its owner may be alive and nobody who asked needs its tables: left alone. */
    LEFT_TO_LIVE_OWNER(false),
    /** It cannot be resolved by exact identity: kept. */
    REFUSED(false),
    /** It is garbage or of a newer format: kept. */
    UNREADABLE(false);

    private final boolean resolved;

    Resolution(boolean resolved) {
      this.resolved = resolved;
    }

    /**
     * Whether the sidecar needs nobody any more.
     *
     * @return true if it is gone
     */
    public boolean resolved() {
      return resolved;
    }
  }
}
