package dev.linchpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.Protocol;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.Liveness.OwnerState;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ports' "if and only if", for the manifest, the sidecars, the audit log and the owners. */
public abstract class SubstrateConformance {
  private static final Instant TIME = Instant.parse("2024-01-02T03:04:05Z");
  private SubstrateFixture fixture;

  /** A fresh graph. */
  protected abstract SubstrateFixture fresh();

  @BeforeEach
  void open() {
    fixture = fresh();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static OperationId operation(String name) {
    return new OperationId(name);
  }

  static LineageIntent lineage(String name) {
    return new LineageIntent(
        new CommitId(name + "-commit"),
        new CommitId(name + "-rollback"),
        "actor",
        Optional.of("request-" + name),
        TIME);
  }

  private ManifestState publishing(ManifestState base, String name, long version) {
    return ManifestEdits.publish(
        base,
        operation(name),
        WriterKind.MUTATION,
        lineage(name),
        new ManifestDelta.Bound(Map.of(fixture.firstTable(), version)));
  }

  private RecoveryIntent intent(Protocol owner, String name, ManifestState base) {
    TableId table = fixture.firstTable();
    return new RecoveryIntent(
        operation(name),
        WriterKind.MUTATION,
        base.target(),
        owner.liveness().self(),
        false,
        base.version(),
        new ReadSet(
            base.target(),
            base.schemaIdentity(),
            Optional.empty(),
            Map.of(
                table,
                base.head(table).token(),
                fixture.secondTable(),
                base.head(fixture.secondTable()).token())),
        List.of(fixture.append(owner, operation(name), base.head(table), "row").target()),
        owner.adapters().adapter(WriterKind.MUTATION).recoveryPlan(),
        new ManifestDelta(Set.of(table)),
        lineage(name),
        new Phase.Armed());
  }

  @Test
  void aWonCompareAndSetIsWhatEverybodyReadsNext() {
    ManifestState base = fixture.one().authority().read();
    ManifestState next = publishing(base, "op", 7);
    assertThat(fixture.one().authority().compareAndSet(base, next)).isEqualTo(CasOutcome.WON);
    assertThat(fixture.two().authority().read()).isEqualTo(next);
    assertThat(fixture.two().authority().readAt(base.version())).contains(base);
    assertThat(fixture.two().authority().readAt(next.version())).contains(next);
    assertThat(fixture.two().authority().readAt(next.version() + 1)).isEmpty();
  }

  @Test
  void aCompareAndSetOverAPassedVersionIsLostAndChangesNothing() {
    ManifestState base = fixture.one().authority().read();
    ManifestState first = publishing(base, "first", 7);
    ManifestState late = publishing(base, "late", 8);
    assertThat(fixture.one().authority().compareAndSet(base, first)).isEqualTo(CasOutcome.WON);
    assertThat(fixture.two().authority().compareAndSet(base, late)).isEqualTo(CasOutcome.LOST);
    assertThat(fixture.two().authority().compareAndSet(base, first)).isEqualTo(CasOutcome.LOST);
    assertThat(fixture.two().authority().read()).isEqualTo(first);
  }

  @Test
  void ofManyThatRaceForOneVersionExactlyOneWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 5; round++) {
        ManifestState base = fixture.one().authority().read();
        List<Callable<CasOutcome>> racers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          ManifestState mine = publishing(base, "r" + round + "-" + i, 7 + i);
          Protocol process = i % 2 == 0 ? fixture.one() : fixture.two();
          racers.add(() -> process.authority().compareAndSet(base, mine));
        }
        List<CasOutcome> outcomes = new ArrayList<>();
        for (Future<CasOutcome> racer : threads.invokeAll(racers)) {
          outcomes.add(racer.get());
        }
        assertThat(outcomes).containsOnlyOnce(CasOutcome.WON);
        assertThat(fixture.one().authority().read().version()).isEqualTo(base.version() + 1);
        String winner = "r" + round + "-" + outcomes.indexOf(CasOutcome.WON);
        assertThat(
                fixture
                    .two()
                    .authority()
                    .findByOperation(fixture.two().authority().read(), operation(winner), 0))
            .isPresent();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anOperationIsFoundByIdentityAfterAnyNumberOfLaterCommits() {
    Protocol process = fixture.one();
    ManifestState base = process.authority().read();
    ManifestState state = base;
    for (int i = 0; i < 40; i++) {
      ManifestState next = publishing(state, "op" + i, 7 + i);
      assertThat(process.authority().compareAndSet(state, next)).isEqualTo(CasOutcome.WON);
      state = fixture.two().authority().read();
    }
    for (int i : List.of(0, 20, 39)) {
      Optional<HistoryEntry> found =
          fixture.two().authority().findByOperation(state, operation("op" + i), base.version());
      assertThat(found)
          .hasValueSatisfying(
              entry -> {
                assertThat(entry).isInstanceOf(HistoryEntry.GraphCommit.class);
                assertThat(entry.operation()).isEqualTo(operation("op" + i));
              });
    }
    assertThat(process.authority().findByOperation(state, operation("nobody"), 0)).isEmpty();
    assertThat(process.authority().findByOperation(state, operation("op39"), state.version()))
        .isEmpty();
  }

  @Test
  void aSidecarIsReadAsItWasLastPut() {
    Protocol process = fixture.one();
    ManifestState base = process.authority().read();
    RecoveryIntent armed = intent(process, "op", base);
    String name = process.intents().nameOf(armed.operation());
    assertThat(process.intents().list()).isEmpty();
    process.intents().put(armed);
    assertThat(fixture.two().intents().list()).containsExactly(name);
    assertThat(fixture.two().intents().read(name)).isEqualTo(new IntentRead.Readable(armed));
    for (RecoveryIntent later :
        List.of(
            armed.confirmed(Map.of(fixture.firstTable(), 2L)),
            armed.confirmed(Map.of(fixture.firstTable(), 2L)).handedOver(),
            armed.handedOver())) {
      process.intents().put(later);
      assertThat(fixture.two().intents().list()).containsExactly(name);
      assertThat(fixture.two().intents().read(name)).isEqualTo(new IntentRead.Readable(later));
    }
  }

  @Test
  void aRemovedSidecarHasVanishedAndALatePutRevivesIt() {
    Protocol process = fixture.one();
    RecoveryIntent armed = intent(process, "op", process.authority().read());
    String name = process.intents().nameOf(armed.operation());
    process.intents().put(armed);
    fixture.two().intents().remove(armed.operation());
    fixture.two().intents().remove(armed.operation());
    assertThat(process.intents().list()).isEmpty();
    assertThat(process.intents().read(name)).isEqualTo(new IntentRead.Vanished());
    process.intents().put(armed);
    assertThat(fixture.two().intents().read(name)).isEqualTo(new IntentRead.Readable(armed));
  }

  @Test
  void sidecarsAreListedSortedAndRemovedOneByOne() {
    Protocol process = fixture.one();
    ManifestState base = process.authority().read();
    for (String name : List.of("c", "a", "b")) {
      process.intents().put(intent(process, name, base));
    }
    assertThat(fixture.two().intents().list()).hasSize(3).isSorted();
    process.intents().remove(operation("b"));
    assertThat(fixture.two().intents().list())
        .containsExactly(
            process.intents().nameOf(operation("a")), process.intents().nameOf(operation("c")));
  }

  @Test
  void anAuditRecordIsKeptOncePerOperationAndKind() {
    AuditRecord.Kind kind = AuditRecord.Kind.ROLLED_BACK;
    AuditRecord first = audit(fixture.one(), "op", kind, "first");
    fixture.one().audit().record(first);
    fixture.two().audit().record(audit(fixture.two(), "op", kind, "second"));
    assertThat(fixture.two().audit().of(operation("op"))).containsExactly(first);
    AuditRecord other = audit(fixture.two(), "op", AuditRecord.Kind.ABORTED_EMPTY, "third");
    fixture.two().audit().record(other);
    assertThat(fixture.one().audit().of(operation("op"))).containsExactlyInAnyOrder(first, other);
    assertThat(fixture.one().audit().of(operation("another"))).isEmpty();
  }

  private static AuditRecord audit(
      Protocol process, String name, AuditRecord.Kind kind, String detail) {
    return new AuditRecord(
        operation(name), kind, lineage(name).rollbackId(), process.liveness().self(), TIME, detail);
  }

  @Test
  void aRepairRecordIsKeptOncePerTableAndRealignedVersionAndListedOldestFirst() {
    assertThat(fixture.one().audit().repairs()).isEmpty();
    RepairRecord first = repair(fixture.one(), fixture.firstTable(), 7, 2);
    fixture.one().audit().recordRepair(first);
    fixture.two().audit().recordRepair(repair(fixture.two(), fixture.firstTable(), 7, 1));
    assertThat(fixture.two().audit().repairs()).containsExactly(first);
    RepairRecord older = repair(fixture.two(), fixture.secondTable(), 7, 0);
    RepairRecord newer = repair(fixture.two(), fixture.firstTable(), 9, 3);
    fixture.two().audit().recordRepair(newer);
    fixture.two().audit().recordRepair(older);
    assertThat(fixture.one().audit().repairs()).containsExactly(older, first, newer);
  }

  private static RepairRecord repair(
      Protocol process, TableId table, long realigned, long secondsLater) {
    return new RepairRecord(
        table,
        "T",
        4,
        realigned,
        List.of(new RepairRecord.Voided(5, "uuid-5"), new RepairRecord.Voided(6, "\"torn\"")),
        "olga",
        "token-" + secondsLater,
        process.liveness().self(),
        TIME.plusSeconds(secondsLater));
  }

  @Test
  void anOwnerIsGoneOnlyOnceItHasEnded() {
    assertThat(fixture.one().liveness().self()).isEqualTo(fixture.one().liveness().self());
    assertThat(fixture.one().liveness().self()).isNotEqualTo(fixture.two().liveness().self());
    assertThat(fixture.one().liveness().check(fixture.two().liveness().self()))
        .isEqualTo(OwnerState.POSSIBLY_ALIVE);
    var owner = fixture.two().liveness().self();
    fixture.endTwo();
    assertThat(fixture.one().liveness().check(owner)).isEqualTo(OwnerState.GONE);
  }
}
