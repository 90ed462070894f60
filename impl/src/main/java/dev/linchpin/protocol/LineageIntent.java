package dev.linchpin.protocol;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The lineage that the attempt will publish under identities fixed before any effect (seed section
 * 2).
 *
 * @param commitId the commit id, whoever publishes it
 * @param rollbackId the id under which a rollback is decided, whoever decides it
 * @param actor who asked for the write
 * @param requestId the caller's own request id; a retry keeps it
 * @param time when the attempt was prepared, by the writer's clock
 */
public record LineageIntent(
    CommitId commitId,
    CommitId rollbackId,
    String actor,
    Optional<String> requestId,
    Instant time) {
  /** All parts are required; the two ids differ. */
  public LineageIntent {
    Objects.requireNonNull(commitId, "commitId");
    Objects.requireNonNull(rollbackId, "rollbackId");
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(requestId, "requestId");
    Objects.requireNonNull(time, "time");
    if (commitId.equals(rollbackId)) {
      throw new IllegalArgumentException("commit id and rollback id must differ: " + commitId);
    }
  }
}
