package dev.linchpin.protocol;

import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The three ways in which a manifest changes, as pure functions from one whole state to the next.
 * Whoever publishes an operation, its writer or a recoverer, uses the same one, so that the result
 * cannot differ.
 */
public final class ManifestEdits {
  private ManifestEdits() {}

  /**
   * Publishes an operation: its pointers and its lineage in one step (seed section 4.7).
   *
   * @param fresh the state against which the read set was arbitrated
   * @param operation the attempt
   * @param kind its writer
   * @param lineage its fixed identities
   * @param delta its bound delta
   * @return the next state
   */
  public static ManifestState publish(
      ManifestState fresh,
      OperationId operation,
      WriterKind kind,
      LineageIntent lineage,
      ManifestDelta.Bound delta) {
    Map<TableId, TableHead> heads = new TreeMap<>(fresh.heads());
    delta.pointers().forEach((table, version) -> heads.put(table, fresh.head(table).at(version)));
    GraphCommit commit =
        new GraphCommit(
            lineage.commitId(),
            fresh.graphHead().map(List::of).orElse(List.of()),
            lineage.actor(),
            operation,
            lineage.requestId(),
            kind,
            lineage.time(),
            fresh.version() + 1,
            delta.pointers());
    return next(fresh, heads, Optional.of(lineage.commitId()), Optional.of(commit));
  }

  /**
   * Decides that an intent's operation is never published: fences every written table whose epoch
   * is still the captured one, under the fixed rollback id.
   *
   * @param fresh the state that was classified
   * @param intent the intent
   * @param decidedBy the deciding process
   * @param time by its clock
   * @return the next state, or empty if every epoch has moved on already and nothing is left to
   *     decide
   */
  public static Optional<ManifestState> fence(
      ManifestState fresh, RecoveryIntent intent, OwnerId decidedBy, Instant time) {
    Map<TableId, TableHead> heads = new TreeMap<>(fresh.heads());
    boolean any = false;
    for (EffectTarget target : intent.targets()) {
      TableHead head = fresh.heads().get(target.table());
      if (head != null && head.epoch() == target.expected().epoch()) {
        heads.put(target.table(), head.fenced());
        any = true;
      }
    }
    if (!any) {
      return Optional.empty();
    }
    RollbackDecision decision =
        new RollbackDecision(
            intent.lineage().rollbackId(),
            intent.operation(),
            decidedBy.process(),
            time,
            fresh.version() + 1);
    return Optional.of(next(fresh, heads, fresh.graphHead(), Optional.of(decision)));
  }

  /**
   * Points one table to a realigned version of the same content: metadata only, no lineage.
   *
   * @param fresh the state in which pointer and epoch were found unchanged
   * @param table the table
   * @param version the realigned version
   * @return the next state
   */
  public static ManifestState repoint(ManifestState fresh, TableId table, long version) {
    Map<TableId, TableHead> heads = new TreeMap<>(fresh.heads());
    heads.put(table, fresh.head(table).at(version));
    return next(fresh, heads, fresh.graphHead(), Optional.empty());
  }

  private static ManifestState next(
      ManifestState fresh,
      Map<TableId, TableHead> heads,
      Optional<CommitId> graphHead,
      Optional<HistoryEntry> entry) {
    List<HistoryEntry> window = new ArrayList<>(fresh.window());
    entry.ifPresent(window::add);
    return new ManifestState(
        fresh.version() + 1,
        fresh.target(),
        fresh.schemaIdentity(),
        fresh.schemaDocument(),
        heads,
        graphHead,
        window,
        fresh.segments());
  }
}
