package dev.linchpin.memory;

import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * What outlives every process: the manifest's versions, the tables' chains, the sidecars, the audit
 * log. Each method is one atomic step; each durable change is told to the listener within it.
 */
public final class MemoryWorld {
  private final NavigableMap<Long, ManifestState> manifests = new TreeMap<>();
  private final Map<String, MemoryTable> tables = new HashMap<>();
  private final NavigableMap<String, IntentRead> sidecars = new TreeMap<>();
  private final Map<String, AuditRecord> audits = new LinkedHashMap<>();
  private final Map<String, RepairRecord> repairs = new LinkedHashMap<>();
  private final Set<String> gone = new HashSet<>();
  private Consumer<Fact> listener = fact -> {};

  /** A graph on branch main with empty tables at version 1. */
  public MemoryWorld(TableId... ids) {
    Map<TableId, TableHead> heads = new TreeMap<>();
    for (TableId id : ids) {
      TableHead head = new TableHead(id, "T_" + id, path(id), new TableToken(1, 0), false);
      heads.put(id, head);
      tables.put(head.path(), new MemoryTable());
    }
    manifests.put(
        1L,
        new ManifestState(
            1,
            new BranchTarget(BranchTarget.MAIN, "life-1"),
            "schema-1",
            "{}",
            heads,
            Optional.empty(),
            List.of(),
            List.of()));
  }

  public static String path(TableId id) {
    return "tables/" + id;
  }

  /** Is told each fact, while nobody else can change anything. */
  public synchronized void listener(Consumer<Fact> listener) {
    this.listener = listener;
  }

  public synchronized ManifestState manifest() {
    return manifests.lastEntry().getValue();
  }

  public synchronized Optional<ManifestState> manifestAt(long version) {
    return Optional.ofNullable(manifests.get(version));
  }

  synchronized CasOutcome compareAndSet(String by, ManifestState base, ManifestState next) {
    if (next.version() != base.version() + 1) {
      throw new IllegalArgumentException(base.version() + " is not followed by " + next.version());
    }
    ManifestState newest = manifest();
    if (newest.version() != base.version()) {
      return CasOutcome.LOST;
    }
    manifests.put(next.version(), next);
    listener.accept(new Fact.ManifestCommitted(by, newest, next));
    return CasOutcome.WON;
  }

  /** A manifest version of an environment that this library does not control in these tests. */
  public synchronized void imposeManifest(ManifestState next) {
    if (compareAndSet("environment", manifest(), next) != CasOutcome.WON) {
      throw new IllegalStateException("not the next version: " + next.version());
    }
  }

  static Optional<HistoryEntry> find(ManifestState state, OperationId operation, long after) {
    List<HistoryEntry> found =
        state.window().stream()
            .filter(e -> e.operation().equals(operation) && e.manifestVersion() > after)
            .toList();
    return found.stream()
        .filter(HistoryEntry.GraphCommit.class::isInstance)
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  public synchronized List<String> sidecars() {
    return List.copyOf(sidecars.keySet());
  }

  public synchronized IntentRead sidecar(String name) {
    return sidecars.getOrDefault(name, new IntentRead.Vanished());
  }

  public synchronized boolean hasSidecar(OperationId operation) {
    return sidecars.containsKey(operation.value());
  }

  synchronized void putSidecar(String by, RecoveryIntent intent) {
    sidecars.put(intent.operation().value(), new IntentRead.Readable(intent));
    listener.accept(new Fact.SidecarPut(by, intent));
  }

  /** Somebody leaves an object that is no sidecar of this format. */
  public synchronized void putGarbage(String name, String reason) {
    sidecars.put(name, new IntentRead.Unreadable(name, reason));
  }

  /** A put that its process has given up lands now. */
  public synchronized void putLate(RecoveryIntent intent) {
    putSidecar("late", intent);
  }

  synchronized void removeSidecar(String by, OperationId operation) {
    if (sidecars.get(operation.value()) instanceof IntentRead.Readable readable) {
      sidecars.remove(operation.value());
      listener.accept(new Fact.SidecarRemoved(by, operation, readable.intent()));
    }
  }

  synchronized void audit(String by, AuditRecord entry) {
    if (audits.putIfAbsent(entry.operation() + " " + entry.kind(), entry) == null) {
      listener.accept(new Fact.AuditRecorded(by, entry));
    }
  }

  public synchronized List<AuditRecord> audits() {
    return List.copyOf(audits.values());
  }

  public synchronized List<AuditRecord> audits(OperationId operation) {
    return audits.values().stream().filter(a -> a.operation().equals(operation)).toList();
  }

  synchronized void repair(String by, RepairRecord entry) {
    if (repairs.putIfAbsent(entry.table() + " " + entry.realigned(), entry) == null) {
      listener.accept(new Fact.RepairRecorded(by, entry));
    }
  }

  public synchronized List<RepairRecord> repairs() {
    return repairs.values().stream().sorted(Comparator.comparing(RepairRecord::time)).toList();
  }

  public synchronized long head(String path) {
    return table(path).head();
  }

  public synchronized List<TableCommit> commits(String path, long after, long upTo) {
    List<TableCommit> commits = new ArrayList<>();
    for (long version = after + 1; version <= upTo; version++) {
      commits.add(table(path).commitAt(version));
    }
    return commits;
  }

  /** The rows of one version, sorted. */
  public synchronized List<String> rows(String path, long version) {
    return table(path).rows(version);
  }

  /** The published rows, sorted. */
  public synchronized List<String> published(TableId id) {
    return rows(path(id), manifest().head(id).version());
  }

  synchronized CommitResult commit(
      String by, String path, long readVersion, Staged staged, LongFunction<TableCommit> identity) {
    CommitResult result = table(path).commit(readVersion, staged, identity);
    if (result instanceof CommitResult.Landed landed) {
      TableCommit commit = table(path).commitAt(landed.version());
      listener.accept(new Fact.TableCommitted(by, path, commit));
    }
    return result;
  }

  synchronized CommitResult realign(String by, TableHead table, long headSeen, String uuid) {
    Staged content = Staged.overwrite(rows(table.path(), table.version()).toArray(String[]::new));
    return commit(
        by,
        table.path(),
        headSeen,
        content,
        version -> new TableCommit.RealignCommit(version, uuid, table.version()));
  }

  /** Somebody outside the protocol moves a table, on top of whatever is there. */
  public synchronized void foreignCommit(TableId id, Staged staged) {
    CommitResult result =
        commit(
            "foreign",
            path(id),
            head(path(id)),
            staged,
            version ->
                new TableCommit.ForeignCommit(
                    version, "foreign-" + version, "a foreign " + staged.kind()));
    if (!(result instanceof CommitResult.Landed)) {
      throw new IllegalStateException("a commit at HEAD conflicts with nothing");
    }
  }

  private MemoryTable table(String path) {
    MemoryTable table = tables.get(path);
    if (table == null) {
      throw new IllegalArgumentException("no table at " + path);
    }
    return table;
  }

  synchronized void gone(String process) {
    gone.add(process);
  }

  synchronized boolean isGone(String process) {
    return gone.contains(process);
  }
}
