package dev.linchpin.protocol;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** What a manifest commit leaves in the graph's history for ever. */
public sealed interface HistoryEntry {
  /**
   * The fixed identity, minted before any effect.
   *
   * @return a commit id or a rollback id
   */
  CommitId id();

  /**
   * The attempt that this entry settles.
   *
   * @return its operation id
   */
  OperationId operation();

  /**
   * The manifest version that carries this entry first.
   *
   * @return a Lance version of the manifest
   */
  long manifestVersion();

  /**
   * When the entry was written, by the writer's clock; for people only, never compared.
   *
   * @return a UTC instant
   */
  Instant time();

  /**
   * A graph commit: the lineage row of one graph-visible write.
   *
   * @param id the commit id
   * @param parents the graph heads that it follows; empty for the first commit
   * @param actor who asked for it
   * @param operation the attempt that was published
   * @param requestId the caller's own request id
   * @param writerKind which writer
   * @param time when, by the writer's clock
   * @param manifestVersion the manifest version in which it became visible
   * @param tables the pointer of each table that it changed
   */
  record GraphCommit(
      CommitId id,
      List<CommitId> parents,
      String actor,
      OperationId operation,
      Optional<String> requestId,
      WriterKind writerKind,
      Instant time,
      long manifestVersion,
      Map<TableId, Long> tables)
      implements HistoryEntry {
    /** Copies the collections. */
    public GraphCommit {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(actor, "actor");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(requestId, "requestId");
      Objects.requireNonNull(writerKind, "writerKind");
      Objects.requireNonNull(time, "time");
      parents = List.copyOf(parents);
      tables = Collections.unmodifiableMap(new TreeMap<>(tables));
    }
  }

  /**
   * A rollback decision: from this manifest version on the operation can never be published. It is
   * no lineage; the log of graph commits does not show it.
   *
   * @param id the operation's fixed rollback id
   * @param operation the attempt that was rolled back
   * @param actor the process that decided
   * @param time when, by its clock
   * @param manifestVersion the manifest version that carries the decision
   */
  record RollbackDecision(
      CommitId id, OperationId operation, String actor, Instant time, long manifestVersion)
      implements HistoryEntry {
    /** All parts are required. */
    public RollbackDecision {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(actor, "actor");
      Objects.requireNonNull(time, "time");
    }
  }
}
