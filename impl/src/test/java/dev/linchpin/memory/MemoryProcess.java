package dev.linchpin.memory;

import dev.linchpin.Protocol;
import dev.linchpin.gates.GateManager;
import dev.linchpin.gates.LiveOperations;
import dev.linchpin.observe.Observer;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.AuditLog;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.Liveness;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.trace.Trace;
import dev.linchpin.trace.TraceSink;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * One process: the ports of one world as it reaches them, its own gates and identities. Every call
 * passes the hook; once the process has crashed, every call of it, whichever thread makes it, ends
 * in {@link ProcessCrashed}.
 */
public final class MemoryProcess {
  private final MemoryWorld world;
  private final String name;
  private final Protocol protocol;
  private volatile Hook hook = Hook.NONE;
  private volatile boolean crashed;

  public MemoryProcess(MemoryWorld world, String name) {
    this(world, name, TraceSink.NONE, new Observer() {});
  }

  public MemoryProcess(MemoryWorld world, String name, TraceSink trace, Observer observer) {
    this.world = world;
    this.name = name;
    AtomicLong minted = new AtomicLong();
    TableSubstrate tables = new Tables();
    this.protocol =
        new Protocol(
            new Authority(),
            new Sidecars(),
            new Audit(),
            tables,
            new AdapterRegistry(
                List.of(
                    new AdapterRegistry.Registration(
                        new MemoryAdapter(tables), Set.of("WriteCoordinator#execute")))),
            new Owners(),
            new GateManager(),
            new LiveOperations(),
            () -> name + "-" + minted.incrementAndGet(),
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
            new Trace(name, trace),
            observer);
  }

  public String name() {
    return name;
  }

  public Protocol protocol() {
    return protocol;
  }

  public MemoryWorld world() {
    return world;
  }

  public void hook(Hook hook) {
    this.hook = hook;
  }

  /** Ends this process here; others can tell that it is gone. */
  public ProcessCrashed crash() {
    crashed = true;
    world.gone(name);
    return new ProcessCrashed(name);
  }

  public boolean crashed() {
    return crashed;
  }

  private <T> T call(Call call, Supplier<T> body) {
    pass(new Site(this, call, Site.Moment.BEFORE));
    T result = body.get();
    pass(new Site(this, call, Site.Moment.AFTER));
    return result;
  }

  private void pass(Site site) {
    if (!crashed) {
      hook.at(site);
    }
    if (crashed) {
      throw new ProcessCrashed(name);
    }
  }

  private final class Authority implements ManifestAuthority {
    @Override
    public ManifestState read() {
      return call(Call.MANIFEST_READ, world::manifest);
    }

    @Override
    public Optional<ManifestState> readAt(long version) {
      return call(Call.MANIFEST_READ_AT, () -> world.manifestAt(version));
    }

    @Override
    public CasOutcome compareAndSet(ManifestState base, ManifestState next) {
      return call(Call.MANIFEST_CAS, () -> world.compareAndSet(name, base, next));
    }

    @Override
    public Optional<HistoryEntry> findByOperation(
        ManifestState state, OperationId operation, long afterVersion) {
      return call(Call.MANIFEST_FIND, () -> MemoryWorld.find(state, operation, afterVersion));
    }
  }

  private final class Sidecars implements IntentStore {
    @Override
    public List<String> list() {
      return call(Call.SIDECAR_LIST, world::sidecars);
    }

    @Override
    public IntentRead read(String sidecar) {
      return call(Call.SIDECAR_READ, () -> world.sidecar(sidecar));
    }

    @Override
    public void put(RecoveryIntent intent) {
      call(
          Call.SIDECAR_PUT,
          () -> {
            world.putSidecar(name, intent);
            return intent;
          });
    }

    @Override
    public void remove(OperationId operation) {
      call(
          Call.SIDECAR_REMOVE,
          () -> {
            world.removeSidecar(name, operation);
            return operation;
          });
    }

    @Override
    public String nameOf(OperationId operation) {
      return operation.value();
    }
  }

  private final class Audit implements AuditLog {
    @Override
    public void record(AuditRecord entry) {
      call(
          Call.AUDIT_RECORD,
          () -> {
            world.audit(name, entry);
            return entry;
          });
    }

    @Override
    public List<AuditRecord> of(OperationId operation) {
      return call(Call.AUDIT_READ, () -> world.audits(operation));
    }

    @Override
    public void recordRepair(RepairRecord entry) {
      call(
          Call.REPAIR_RECORD,
          () -> {
            world.repair(name, entry);
            return entry;
          });
    }

    @Override
    public List<RepairRecord> repairs() {
      return call(Call.REPAIRS_READ, world::repairs);
    }
  }

  private final class Tables implements TableSubstrate {
    @Override
    public long head(String path) {
      return call(Call.TABLE_HEAD, () -> world.head(path));
    }

    @Override
    public List<TableCommit> commits(String path, long after, long upTo) {
      return call(Call.TABLE_COMMITS, () -> world.commits(path, after, upTo));
    }

    @Override
    public VersionFacts inspect(String path, long version) {
      return call(
          Call.TABLE_INSPECT,
          () ->
              new VersionFacts(
                  Optional.empty(),
                  Optional.empty(),
                  OptionalLong.of(world.rows(path, version - 1).size()),
                  OptionalLong.of(world.rows(path, version).size())));
    }

    @Override
    public CommitResult commit(OperationId operation, PlannedEffect effect) {
      EffectTarget target = effect.target();
      long pointer = target.expected().version();
      return call(
          Call.TABLE_COMMIT,
          () ->
              world.commit(
                  name,
                  target.path(),
                  pointer,
                  (Staged) effect.payload(),
                  version ->
                      new TableCommit.OperationCommit(
                          version,
                          target.transactionUuid(),
                          operation,
                          pointer,
                          target.expected().epoch())));
    }

    @Override
    public CommitResult realign(TableHead table, long headSeen, String transactionUuid) {
      return call(Call.TABLE_REALIGN, () -> world.realign(name, table, headSeen, transactionUuid));
    }
  }

  private final class Owners implements Liveness {
    @Override
    public OwnerId self() {
      return new OwnerId(name, "simulated process " + name);
    }

    @Override
    public OwnerState check(OwnerId owner) {
      return call(
          Call.OWNER_CHECK,
          () -> world.isGone(owner.process()) ? OwnerState.GONE : OwnerState.POSSIBLY_ALIVE);
    }
  }
}
