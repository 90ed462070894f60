package dev.linchpin.protocol;

import java.time.Instant;
import java.util.Objects;

/**
 * What recovery did with one intent; durable before the sidecar goes, idempotent per operation and
 * kind.
 *
 * @param operation the attempt
 * @param kind what was done
 * @param decisionId the commit id (published) or the rollback id (not published)
 * @param recoveredBy the process that did it
 * @param time when, by that process's clock
 * @param detail one sentence for operators
 */
public record AuditRecord(
    OperationId operation,
    Kind kind,
    CommitId decisionId,
    OwnerId recoveredBy,
    Instant time,
    String detail) {
  /** All parts are required. */
  public AuditRecord {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(decisionId, "decisionId");
    Objects.requireNonNull(recoveredBy, "recoveredBy");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(detail, "detail");
  }

  /** The ways in which an intent ends other than by its own writer. */
  public enum Kind {
    /** Recovery published the exact confirmed delta. */
    ROLLED_FORWARD(true),
    /** The fixed commit id was already visible. */
    CONVERGED(true),
    /** Own effects were compensated; nothing was published. */
    ROLLED_BACK(false),
    /** The intent had no effect. */
    ABORTED_EMPTY(false);

    private final boolean published;

    Kind(boolean published) {
      this.published = published;
    }

    /**
     * The outcome that the record states: two kinds with one outcome are two ways of finding it.
     *
     * @return whether the operation is visible
     */
    public boolean published() {
      return published;
    }
  }
}
