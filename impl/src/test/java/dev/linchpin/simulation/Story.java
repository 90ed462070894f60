package dev.linchpin.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.Protocol;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.memory.Fact;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.MemoryWorld;
import dev.linchpin.memory.ProcessCrashed;
import dev.linchpin.memory.Staged;
import dev.linchpin.observe.Observer;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.recovery.RepairLook;
import dev.linchpin.recovery.Repairer;
import dev.linchpin.trace.TraceEvent;
import dev.linchpin.trace.TraceSink;
import dev.linchpin.write.WriteCoordinator;
import dev.linchpin.write.WriteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * One world, its clients and what they were told. Each durable step is checked by every invariant;
 * the first violation is kept, whatever the code under test makes of it.
 */
final class Story {
  static final TableId T1 = new TableId("t1");
  static final TableId T2 = new TableId("t2");

  /** Nobody waits for anybody: whoever comes fences. */
  static final WriteOptions IMPATIENT = WriteOptions.DEFAULT.withCourtesy(Duration.ZERO);

  private final MemoryWorld world = new MemoryWorld(T1, T2);
  private final Ledger ledger = new Ledger();
  private final List<Invariant> invariants = Invariants.all(world, ledger);
  private final List<Fact> facts = new ArrayList<>();
  private final Recorder recorder = new Recorder();
  private final Set<String> dead = ConcurrentHashMap.newKeySet();
  private AssertionError violation;

  Story() {
    world.listener(this::check);
  }

  private void check(Fact fact) {
    facts.add(fact);
    for (Invariant invariant : invariants) {
      try {
        invariant.check(fact);
      } catch (AssertionError broken) {
        violated(
            new AssertionError(
                invariant.getClass().getSimpleName() + ": " + broken.getMessage(), broken));
      }
    }
  }

  private synchronized void violated(AssertionError error) {
    if (violation == null) {
      violation = error;
    }
    throw error;
  }

  MemoryWorld world() {
    return world;
  }

  MemoryProcess process(String name, Hook hook) {
    AtomicReference<MemoryProcess> self = new AtomicReference<>();
    MemoryProcess process = new MemoryProcess(world, name, recorder.of(self), new Observer() {});
    self.set(process);
    process.hook(
        site -> {
          try {
            hook.at(site);
          } catch (ProcessCrashed crashed) {
            if (dead.add(name)) {
              recorder.crash(name);
            }
            throw crashed;
          }
        });
    return process;
  }

  /** Somebody outside the protocol commits to a table. */
  void foreignCommit(TableId table, Staged staged) {
    world.foreignCommit(table, staged);
    recorder.foreignCommit(table, versions(table), staged.transactionKind().label());
  }

  /** Does something that a crash may cut off. */
  void dying(Runnable action) {
    try {
      action.run();
    } catch (ProcessCrashed crashed) {
      requireNoViolation();
    }
  }

  /** An operator looks at what strangers did, and has it repaired. */
  void repair(MemoryProcess process) {
    Protocol protocol = process.protocol();
    RepairLook look =
        new RepairLook(
            protocol.authority(), protocol.intents(), protocol.tables(), protocol.adapters());
    look.look()
        .token()
        .ifPresent(token -> new Repairer(protocol).repair(token, "operator", Duration.ZERO));
  }

  /** What every process did so far, in the specification's words. */
  List<TraceEvent> trace() {
    return recorder.events();
  }

  MemoryProcess process(String name, Hook hook, TraceSink trace) {
    MemoryProcess process = new MemoryProcess(world, name, trace, new Observer() {});
    process.hook(hook);
    return process;
  }

  MemoryProcess process(String name, Observer observer) {
    return new MemoryProcess(world, name, TraceSink.NONE, observer);
  }

  MemoryProcess process(String name) {
    return process(name, Hook.NONE);
  }

  /** A client asks for a write under a request id of its own and is told how it ended. */
  Outcome write(MemoryProcess process, String request, Work work, WriteOptions options) {
    Outcome outcome;
    try {
      outcome =
          new Outcome.Acknowledged(
              new WriteCoordinator(process.protocol())
                  .execute(new WorkPlanner(process, work, ledger), options.withRequestId(request)));
    } catch (OutcomeUnknownException unknown) {
      outcome = new Outcome.Unknown(unknown);
    } catch (LinchpinException failed) {
      outcome = new Outcome.Failed(failed);
    } catch (ProcessCrashed crashed) {
      outcome = new Outcome.Crashed();
    }
    ledger.told(request, outcome);
    synchronized (world) {
      for (Invariant invariant : invariants) {
        if (invariant instanceof Invariants.OfOutcomes told) {
          try {
            told.check();
          } catch (AssertionError broken) {
            violated(broken);
          }
        }
      }
    }
    return outcome;
  }

  Outcome write(MemoryProcess process, String request, Work work) {
    return write(process, request, work, IMPATIENT);
  }

  boolean published(String request) {
    return Invariants.published(world, request);
  }

  List<GraphCommit> commits() {
    return Invariants.commits(world.manifest());
  }

  Map<String, Outcome> outcomes() {
    return ledger.outcomes();
  }

  /** Throws what an invariant found, with everything that became durable. */
  void requireNoViolation() {
    if (violation != null) {
      throw new AssertionError(violation.getMessage() + history(), violation);
    }
  }

  void requireAcknowledged(String what, Outcome outcome) {
    requireNoViolation();
    if (!(outcome instanceof Outcome.Acknowledged)) {
      AssertionError error = new AssertionError(what + " ended as " + outcome + history());
      if (outcome instanceof Outcome.Failed failed) {
        error.initCause(failed.error());
      } else if (outcome instanceof Outcome.Unknown unknown) {
        error.initCause(unknown.error());
      }
      throw error;
    }
  }

  private String history() {
    return facts.stream().map(Fact::toString).collect(Collectors.joining("\n  ", "\n  ", ""));
  }

  /**
   * A healthy process writes to every table. Whatever happened before, it must succeed, and nothing
   * may be left behind.
   */
  void settle() {
    requireNoViolation();
    Set<TableId> tables = new TreeSet<>(world.manifest().heads().keySet());
    requireAcknowledged(
        "the last write",
        write(process("last"), "last", Work.append("last", tables.toArray(TableId[]::new))));
    requireNothingLeft();
  }

  /** No sidecar, and every table's HEAD is its pointer. */
  void requireNothingLeft() {
    assertThat(world.sidecars()).as(() -> "sidecars left" + history()).isEmpty();
    for (TableHead head : world.manifest().heads().values()) {
      assertThat(world.head(head.path()))
          .as(() -> "HEAD of " + head + history())
          .isEqualTo(head.version());
    }
  }

  /** How many physical versions a table has. */
  long versions(TableId table) {
    return world.head(MemoryWorld.path(table));
  }
}
