package dev.linchpin.simulation;

import dev.linchpin.memory.Fact;
import dev.linchpin.memory.Fact.AuditRecorded;
import dev.linchpin.memory.Fact.ManifestCommitted;
import dev.linchpin.memory.Fact.SidecarPut;
import dev.linchpin.memory.Fact.SidecarRemoved;
import dev.linchpin.memory.Fact.TableCommitted;
import dev.linchpin.memory.MemoryWorld;
import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.OperationCommit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The named invariants. Each keeps its own books and shares no code with the protocol. */
final class Invariants {
  private Invariants() {}

  static List<Invariant> all(MemoryWorld world, Ledger ledger) {
    return List.of(
        new PublishedContentEqualsPublishedOperations(world, ledger),
        new AllTablesOfAnOperationOrNone(world, ledger),
        new OneManifestCommitPerOperation(),
        new NeverPublishedAndRolledBack(world),
        new ReadSetHoldsAtPublish(ledger),
        new AcknowledgedIsVisible(world, ledger),
        new FailedIsNeverPublished(world, ledger),
        new NoEffectBeforeIntent(),
        new NoRemovalBeforeAudit(world),
        new PointersAndEpochsOnlyGrow(),
        new ForeignMovementIsNeverPassed(world),
        new DriftIsAccountedFor(world));
  }

  static List<GraphCommit> commits(ManifestState state) {
    return state.window().stream()
        .filter(GraphCommit.class::isInstance)
        .map(GraphCommit.class::cast)
        .toList();
  }

  /** The entries that a manifest commit added; everything before them must be as it was. */
  private static List<HistoryEntry> added(ManifestCommitted commit) {
    List<HistoryEntry> before = commit.before().window();
    List<HistoryEntry> after = commit.after().window();
    require(
        after.size() >= before.size() && after.subList(0, before.size()).equals(before),
        "history was rewritten: " + before + " became " + after);
    return after.subList(before.size(), after.size());
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  private record PublishedContentEqualsPublishedOperations(
      MemoryWorld world, Ledger ledger, Map<TableId, List<String>> expected) implements Invariant {
    PublishedContentEqualsPublishedOperations(MemoryWorld world, Ledger ledger) {
      this(world, ledger, new TreeMap<>());
      for (TableId table : world.manifest().heads().keySet()) {
        expected.put(table, world.published(table));
      }
    }

    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      for (HistoryEntry entry : added(commit)) {
        if (entry instanceof GraphCommit published) {
          for (Map.Entry<TableId, Staged> change :
              ledger.changes(published.operation()).entrySet()) {
            expected.compute(change.getKey(), (table, rows) -> change.getValue().appliedTo(rows));
          }
        }
      }
      for (TableHead head : commit.after().heads().values()) {
        List<String> rows = world.rows(head.path(), head.version());
        require(
            rows.equals(expected.get(head.id())),
            head.id() + " shows " + rows + " but published was " + expected.get(head.id()));
      }
    }
  }

  private record AllTablesOfAnOperationOrNone(MemoryWorld world, Ledger ledger)
      implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      for (HistoryEntry entry : added(commit)) {
        if (entry instanceof GraphCommit published) {
          Set<TableId> planned = ledger.changes(published.operation()).keySet();
          require(
              published.tables().keySet().equals(planned),
              published + " does not cover exactly " + planned);
          for (TableId table : planned) {
            long pointer = commit.after().head(table).version();
            List<TableCommit> there = world.commits(MemoryWorld.path(table), pointer - 1, pointer);
            require(
                there.get(0) instanceof OperationCommit own
                    && own.operation().equals(published.operation()),
                published + " points to somebody else's " + there);
          }
        }
      }
    }
  }

  private record OneManifestCommitPerOperation() implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      List<HistoryEntry> added = added(commit);
      require(added.size() <= 1, "one manifest commit carries several decisions: " + added);
      Set<Object> seen = new HashSet<>();
      for (GraphCommit published : commits(commit.after())) {
        require(seen.add(published.operation()), "published twice: " + published.operation());
        require(seen.add(published.id()), "published twice: " + published.id());
        published
            .requestId()
            .ifPresent(request -> require(seen.add(request), "request doubled: " + request));
      }
    }
  }

  private record NeverPublishedAndRolledBack(MemoryWorld world) implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted) && !(fact instanceof AuditRecorded)) {
        return;
      }
      Set<OperationId> published = new HashSet<>();
      commits(world.manifest()).forEach(commit -> published.add(commit.operation()));
      Stream<OperationId> decided =
          world.manifest().window().stream()
              .filter(RollbackDecision.class::isInstance)
              .map(HistoryEntry::operation);
      Stream<OperationId> audited =
          world.audits().stream()
              .filter(
                  entry ->
                      switch (entry.kind()) {
                        case ROLLED_BACK, ABORTED_EMPTY -> true;
                        case ROLLED_FORWARD, CONVERGED -> false;
                      })
              .map(AuditRecord::operation);
      Stream.concat(decided, audited)
          .forEach(op -> require(!published.contains(op), op + " is published and rolled back"));
      for (AuditRecord entry : world.audits()) {
        boolean saysPublished =
            entry.kind() == AuditRecord.Kind.ROLLED_FORWARD
                || entry.kind() == AuditRecord.Kind.CONVERGED;
        require(
            !saysPublished || published.contains(entry.operation()),
            "the audit says published, the manifest does not: " + entry);
      }
    }
  }

  private record ReadSetHoldsAtPublish(Ledger ledger) implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      for (HistoryEntry entry : added(commit)) {
        if (entry instanceof GraphCommit published) {
          Ledger.Prepared attempt = ledger.attempt(published.operation());
          for (Set<TableId> tables : List.of(attempt.work().reads(), attempt.work().writes())) {
            for (TableId table : tables) {
              TableToken computedFrom = attempt.base().head(table).token();
              TableToken replaced = commit.before().head(table).token();
              require(
                  computedFrom.equals(replaced),
                  published.operation()
                      + " was computed from "
                      + computedFrom
                      + " of "
                      + table
                      + " and published over "
                      + replaced);
            }
          }
        }
      }
    }
  }

  static boolean published(MemoryWorld world, String request) {
    return commits(world.manifest()).stream()
        .anyMatch(commit -> commit.requestId().filter(request::equals).isPresent());
  }

  /** What a client was told is a promise too, from the moment when it was told. */
  interface OfOutcomes extends Invariant {
    void check();

    @Override
    default void check(Fact fact) {
      check();
    }
  }

  private record AcknowledgedIsVisible(MemoryWorld world, Ledger ledger) implements OfOutcomes {
    @Override
    public void check() {
      ledger
          .outcomes()
          .forEach(
              (request, outcome) ->
                  require(
                      !(outcome instanceof Outcome.Acknowledged) || published(world, request),
                      request + " was acknowledged and is not there"));
    }
  }

  private record FailedIsNeverPublished(MemoryWorld world, Ledger ledger) implements OfOutcomes {
    @Override
    public void check() {
      ledger
          .outcomes()
          .forEach(
              (request, outcome) ->
                  require(
                      !(outcome instanceof Outcome.Failed failed) || !published(world, request),
                      request + " was reported as failed and is published: " + outcome));
    }
  }

  private record NoEffectBeforeIntent(Set<OperationId> armed) implements Invariant {
    NoEffectBeforeIntent() {
      this(new HashSet<>());
    }

    @Override
    public void check(Fact fact) {
      if (fact instanceof SidecarPut put) {
        armed.add(put.intent().operation());
      } else if (fact instanceof TableCommitted moved
          && moved.commit() instanceof OperationCommit effect) {
        require(armed.contains(effect.operation()), "no intent before " + effect);
      }
    }
  }

  private record NoRemovalBeforeAudit(MemoryWorld world) implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof SidecarRemoved removed)) {
        return;
      }
      boolean ownFinalize =
          removed.by().equals(removed.last().owner().process())
              && commits(world.manifest()).stream()
                  .anyMatch(commit -> commit.operation().equals(removed.operation()));
      require(
          ownFinalize || !world.audits(removed.operation()).isEmpty(),
          removed.by() + " removed the sidecar of " + removed.operation() + " without an audit");
    }
  }

  private record PointersAndEpochsOnlyGrow() implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      for (TableHead before : commit.before().heads().values()) {
        TableHead after = commit.after().head(before.id());
        require(
            after.version() >= before.version() && after.epoch() >= before.epoch(),
            before + " went back to " + after);
      }
    }
  }

  /**
   * A pointer that passes a foreign commit has adopted it or silently destroyed it, unless a record
   * says already that an operator has declared it void; and then the content stays the same.
   */
  private record ForeignMovementIsNeverPassed(MemoryWorld world) implements Invariant {
    @Override
    public void check(Fact fact) {
      if (!(fact instanceof ManifestCommitted commit)) {
        return;
      }
      for (TableHead before : commit.before().heads().values()) {
        long after = commit.after().head(before.id()).version();
        List<TableCommit> passed = world.commits(before.path(), before.version(), after);
        List<TableCommit> foreign =
            passed.stream().filter(ForeignCommit.class::isInstance).toList();
        Set<Long> voided = new HashSet<>();
        for (RepairRecord repair : world.repairs()) {
          if (repair.table().equals(before.id())) {
            repair.voided().forEach(recorded -> voided.add(recorded.version()));
          }
        }
        require(
            foreign.stream().allMatch(stranger -> voided.contains(stranger.version())),
            before + " moved to " + after + " over " + passed);
        require(
            foreign.isEmpty()
                || world
                    .rows(before.path(), after)
                    .equals(world.rows(before.path(), before.version())),
            before + " moved to other content at " + after + " over " + passed);
      }
    }
  }

  /** Rule 6 of the fencing design: every commit beyond a pointer is dead or has a sidecar. */
  private record DriftIsAccountedFor(MemoryWorld world) implements Invariant {

    @Override
    public void check(Fact fact) {
      for (TableHead head : world.manifest().heads().values()) {
        long newest = world.head(head.path());
        List<TableCommit> beyond = world.commits(head.path(), head.version(), newest);
        for (TableCommit commit : beyond) {
          if (commit instanceof OperationCommit effect
              && effect.epoch() >= head.epoch()
              && effect.version() == head.version() + 1
              && effect.pointer() == head.version()) {
            require(
                world.hasSidecar(effect.operation()),
                effect + " on " + head + " may still be published and nobody accounts for it");
          }
        }
      }
    }
  }
}
