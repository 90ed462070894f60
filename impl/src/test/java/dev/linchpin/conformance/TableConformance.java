package dev.linchpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.EffectAdapter;
import dev.linchpin.spi.TableSubstrate.CommitResult.Conflicted;
import dev.linchpin.spi.TableSubstrate.CommitResult.Landed;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.OperationCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.RealignCommit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ports' "if and only if", for tables and their effects. */
public abstract class TableConformance {
  private static final OperationId MINE = new OperationId("mine");
  private static final OperationId THEIRS = new OperationId("theirs");
  private SubstrateFixture fixture;
  private TableHead pinned;

  /** A fresh graph. */
  protected abstract SubstrateFixture fresh();

  @BeforeEach
  void open() {
    fixture = fresh();
    pinned = fixture.one().authority().read().head(fixture.firstTable());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private PlannedEffect append(OperationId operation, String row) {
    return fixture.append(fixture.one(), operation, pinned, row);
  }

  private PlannedEffect overwrite(OperationId operation, String row) {
    return fixture.overwrite(fixture.one(), operation, pinned, row);
  }

  private Object commit(OperationId operation, PlannedEffect effect) {
    return adapter().apply(operation, effect);
  }

  private EffectAdapter adapter() {
    return fixture.one().adapters().adapter(WriterKind.MUTATION);
  }

  private long head() {
    return fixture.two().tables().head(pinned.path());
  }

  private List<String> rowsAtHead() {
    return fixture.rows(pinned.id(), head());
  }

  private List<TableCommit> beyond() {
    return fixture.two().tables().commits(pinned.path(), pinned.version(), head());
  }

  @Test
  void stagingMovesNoHead() {
    append(MINE, "a");
    overwrite(THEIRS, "b");
    assertThat(head()).isEqualTo(pinned.version());
    assertThat(beyond()).isEmpty();
  }

  @Test
  void anEffectLandsOneVersionAfterItsPointerAndNamesItself() {
    PlannedEffect effect = append(MINE, "a");
    assertThat(commit(MINE, effect)).isEqualTo(new Landed(pinned.version() + 1));
    assertThat(beyond())
        .containsExactly(
            new OperationCommit(
                pinned.version() + 1,
                effect.target().transactionUuid(),
                MINE,
                pinned.version(),
                pinned.epoch()));
    assertThat(rowsAtHead()).containsExactly("a");
    assertThat(fixture.rows(pinned.id(), pinned.version())).isEmpty();
  }

  @Test
  void aStaleAppendLandsOneVersionLater() {
    PlannedEffect mine = append(MINE, "a");
    commit(THEIRS, append(THEIRS, "b"));
    assertThat(commit(MINE, mine)).isEqualTo(new Landed(pinned.version() + 2));
    assertThat(rowsAtHead()).containsExactly("a", "b");
  }

  @Test
  void aStaleAppendOverAnOverwriteNeverLands() {
    PlannedEffect mine = append(MINE, "a");
    commit(THEIRS, overwrite(THEIRS, "b"));
    assertThat(commit(MINE, mine)).isInstanceOf(Conflicted.class);
    assertThat(rowsAtHead()).containsExactly("b");
  }

  @Test
  void aStaleOverwriteOverAnOverwriteNeverLands() {
    PlannedEffect mine = overwrite(MINE, "a");
    commit(THEIRS, overwrite(THEIRS, "b"));
    assertThat(commit(MINE, mine)).isInstanceOf(Conflicted.class);
    assertThat(rowsAtHead()).containsExactly("b");
  }

  @Test
  void aStaleOverwriteOverAnAppendLandsOneVersionLaterAndClobbersIt() {
    PlannedEffect mine = overwrite(MINE, "a");
    commit(THEIRS, append(THEIRS, "b"));
    assertThat(commit(MINE, mine)).isEqualTo(new Landed(pinned.version() + 2));
    assertThat(rowsAtHead()).containsExactly("a");
  }

  @Test
  void commitsAreListedOldestFirstFromAfterOneVersionUpToAnother() {
    commit(MINE, append(MINE, "a"));
    fixture.foreignAppend(pinned.id(), "f");
    long first = pinned.version();
    assertThat(fixture.two().tables().commits(pinned.path(), first, first + 2))
        .extracting(TableCommit::version)
        .containsExactly(first + 1, first + 2);
    assertThat(fixture.two().tables().commits(pinned.path(), first + 1, first + 2))
        .singleElement()
        .isInstanceOf(ForeignCommit.class);
    assertThat(fixture.two().tables().commits(pinned.path(), first, first)).isEmpty();
  }

  @Test
  void aRealignmentBringsBackThePinnedContentAndNamesItsPointer() {
    commit(MINE, overwrite(MINE, "a"));
    long seen = head();
    assertThat(fixture.two().tables().realign(pinned, seen, "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0001"))
        .isEqualTo(new Landed(seen + 1));
    assertThat(rowsAtHead()).isEmpty();
    assertThat(beyond().get(1))
        .isEqualTo(
            new RealignCommit(seen + 1, "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0001", pinned.version()));
  }

  @Test
  void ofTwoRealignmentsOverOneHeadTheSecondNeverLands() {
    commit(MINE, append(MINE, "a"));
    long seen = head();
    fixture.one().tables().realign(pinned, seen, "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0001");
    assertThat(fixture.two().tables().realign(pinned, seen, "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0002"))
        .isInstanceOf(Conflicted.class);
  }

  @Test
  void aRealignmentThatWasOvertakenByAnAppendLandsLaterThanTheHeadThatItSaw() {
    commit(MINE, append(MINE, "a"));
    long seen = head();
    fixture.foreignAppend(pinned.id(), "f");
    assertThat(fixture.two().tables().realign(pinned, seen, "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0001"))
        .isEqualTo(new Landed(seen + 2));
  }

  @Test
  void aLateAppendOverARealignmentNeverLands() {
    PlannedEffect late = append(THEIRS, "late");
    commit(MINE, append(MINE, "a"));
    fixture.two().tables().realign(pinned, head(), "0d8b1c3e-5a52-4c0f-9b43-0d9d3c5a0001");
    assertThat(commit(THEIRS, late)).isInstanceOf(Conflicted.class);
  }

  private EffectMovement movement(EffectTarget target, long pointer) {
    return adapter()
        .classify(
            MINE, target, pointer, fixture.two().tables().commits(pinned.path(), pointer, head()));
  }

  @Test
  void everyMovementIsToldApartByIdentity() {
    PlannedEffect mine = append(MINE, "a");
    EffectTarget target = mine.target();
    assertThat(movement(target, pinned.version())).isEqualTo(EffectMovement.NONE);
    commit(MINE, mine);
    assertThat(movement(target, pinned.version())).isEqualTo(EffectMovement.OWN_AT_HEAD);
    // The pointer has passed it.
    assertThat(movement(target, pinned.version() + 1)).isEqualTo(EffectMovement.COMPENSATED);
    fixture.foreignAppend(pinned.id(), "f");
    assertThat(movement(target, pinned.version())).isEqualTo(EffectMovement.OWN_BURIED);
    assertThat(movement(target, pinned.version() + 1)).isEqualTo(EffectMovement.FOREIGN);
  }

  @Test
  void anotherOperationsEffectIsNotMineHoweverWellItsVersionFits() {
    EffectTarget target = append(MINE, "a").target();
    commit(THEIRS, append(THEIRS, "b"));
    assertThat(head()).isEqualTo(pinned.version() + 1);
    assertThat(movement(target, pinned.version())).isEqualTo(EffectMovement.NONE);
  }

  @Test
  void anotherTransactionUnderMyOperationsNameIsNotTheEffectThatWasPlanned() {
    EffectTarget planned = append(MINE, "a").target();
    commit(MINE, append(MINE, "b"));
    assertThat(movement(planned, pinned.version())).isNotEqualTo(EffectMovement.OWN_AT_HEAD);
  }

  @Test
  void onlyOneTableMoves() {
    TableHead other = fixture.one().authority().read().head(fixture.secondTable());
    commit(MINE, append(MINE, "a"));
    assertThat(fixture.two().tables().head(other.path())).isEqualTo(other.version());
    assertThat(other.token()).isEqualTo(new TableToken(other.version(), 0));
  }
}
