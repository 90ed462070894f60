package dev.linchpin.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.recovery.DriftJudge.Decision;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What lies beyond a pointer, every sequence of up to three commits of every sort. */
class DriftJudgeTest {
  private static final long POINTER = 10;
  private static final long EPOCH = 5;
  private static final TableHead HEAD =
      new TableHead(new TableId("t"), "T", "tables/t", new TableToken(POINTER, EPOCH), false);

  /** Every sort of commit: what it is, the epoch and the pointer that it was based on. */
  private enum Sort {
    FOREIGN,
    UNREADABLE,
    REALIGN_OF_THIS,
    REALIGN_OF_OLDER,
    OLD_EPOCH_ON_THIS,
    OLD_EPOCH_ON_OLDER,
    SAME_EPOCH_ON_THIS,
    SAME_EPOCH_ON_OLDER,
    NEW_EPOCH_ON_THIS,
    NEW_EPOCH_ON_OLDER;

    TableCommit at(long version) {
      String uuid = "u" + version;
      return switch (this) {
        case FOREIGN -> new TableCommit.ForeignCommit(version, uuid, "a stranger");
        case UNREADABLE -> new TableCommit.UnreadableCommit(version, "torn");
        case REALIGN_OF_THIS -> new TableCommit.RealignCommit(version, uuid, POINTER);
        case REALIGN_OF_OLDER -> new TableCommit.RealignCommit(version, uuid, POINTER - 1);
        case OLD_EPOCH_ON_THIS -> operation(version, EPOCH - 1, POINTER);
        case OLD_EPOCH_ON_OLDER -> operation(version, EPOCH - 1, POINTER - 1);
        case SAME_EPOCH_ON_THIS -> operation(version, EPOCH, POINTER);
        case SAME_EPOCH_ON_OLDER -> operation(version, EPOCH, POINTER - 1);
        case NEW_EPOCH_ON_THIS -> operation(version, EPOCH + 1, POINTER);
        case NEW_EPOCH_ON_OLDER -> operation(version, EPOCH + 1, POINTER - 1);
      };
    }

    private static TableCommit operation(long version, long epoch, long pointer) {
      return new TableCommit.OperationCommit(
          version, "u" + version, new OperationId("op" + version), pointer, epoch);
    }
  }

  private static String sort(Decision decision) {
    return decision.getClass().getSimpleName();
  }

  /**
   * Stated by exclusion, from what each decision must never do: a sequence with an unaccountable
   * commit is refused; else only its first commit can be where it counts, and if that one is based
   * on this pointer with an epoch that is not older it is left; else the last one may be adopted.
   */
  private static String expected(List<Sort> sorts) {
    if (sorts.contains(Sort.FOREIGN) || sorts.contains(Sort.UNREADABLE)) {
      return "Refuse";
    }
    List<Sort> live = List.of(Sort.SAME_EPOCH_ON_THIS, Sort.NEW_EPOCH_ON_THIS);
    if (live.contains(sorts.get(0))) {
      return "LeaveToLive";
    }
    return sorts.get(sorts.size() - 1) == Sort.REALIGN_OF_THIS ? "Adopt" : "Overwrite";
  }

  private static List<List<Sort>> sequences() {
    List<List<Sort>> all = new ArrayList<>();
    for (Sort a : Sort.values()) {
      all.add(List.of(a));
      for (Sort b : Sort.values()) {
        all.add(List.of(a, b));
        for (Sort c : Sort.values()) {
          all.add(List.of(a, b, c));
        }
      }
    }
    return all;
  }

  @Test
  void everySequenceOfUpToThreeCommitsHasItsDecision() {
    List<List<Sort>> sequences = sequences();
    assertThat(sequences).hasSize(10 + 100 + 1000);
    for (List<Sort> sorts : sequences) {
      List<TableCommit> beyond =
          IntStream.range(0, sorts.size()).mapToObj(i -> sorts.get(i).at(POINTER + 1 + i)).toList();
      Decision decision = DriftJudge.judge(HEAD, POINTER + sorts.size(), beyond, Permit.NONE);
      assertThat(sort(decision)).as(sorts.toString()).isEqualTo(expected(sorts));
      if (decision instanceof Decision.LeaveToLive live) {
        assertThat(live.operation()).isEqualTo(new OperationId("op" + (POINTER + 1)));
      } else if (decision instanceof Decision.Adopt adopt) {
        assertThat(adopt.version()).isEqualTo(POINTER + sorts.size());
      }
    }
  }

  @Test
  void aHeadAtThePointerIsAlignedAndOneBehindItIsReadAgain() {
    assertThat(DriftJudge.judge(HEAD, POINTER, List.of(), Permit.NONE))
        .isEqualTo(new Decision.Aligned());
    assertThat(DriftJudge.judge(HEAD, POINTER - 1, List.of(), Permit.NONE))
        .isEqualTo(new Decision.ReadAgain());
  }

  @Test
  void exactlyTheScanBoundIsStillExaminedAndOneMoreIsRefused() {
    List<TableCommit> dead = new ArrayList<>();
    for (long i = 1; i <= DriftJudge.SCAN_BOUND; i++) {
      dead.add(Sort.OLD_EPOCH_ON_OLDER.at(POINTER + i));
    }
    assertThat(DriftJudge.judge(HEAD, POINTER + DriftJudge.SCAN_BOUND, dead, Permit.NONE))
        .isEqualTo(new Decision.Overwrite());
    assertThat(DriftJudge.judge(HEAD, POINTER + DriftJudge.SCAN_BOUND + 1, List.of(), Permit.NONE))
        .isInstanceOf(Decision.Refuse.class);
  }

  /** A permit turns exactly the strangers' commits up to its version into dead ones. */
  @Test
  void everySequenceOfUpToThreeCommitsHasItsDecisionUnderEveryPermit() {
    int changed = 0;
    for (List<Sort> sorts : sequences()) {
      List<TableCommit> beyond =
          IntStream.range(0, sorts.size()).mapToObj(i -> sorts.get(i).at(POINTER + 1 + i)).toList();
      for (int permitted = 1; permitted <= sorts.size(); permitted++) {
        Permit permit = new Permit(Map.of(HEAD.id(), POINTER + permitted), "olga", "token");
        List<Sort> dead = new ArrayList<>(sorts);
        for (int i = 0; i < permitted; i++) {
          if (sorts.get(i) == Sort.FOREIGN || sorts.get(i) == Sort.UNREADABLE) {
            dead.set(i, Sort.OLD_EPOCH_ON_OLDER);
          }
        }
        Decision decision =
            DriftJudge.judge(HEAD, POINTER + sorts.size(), permit.apply(HEAD.id(), beyond), permit);
        assertThat(sort(decision)).as("%s, %d void", sorts, permitted).isEqualTo(expected(dead));
        changed += expected(dead).equals(expected(sorts)) ? 0 : 1;
      }
    }
    assertThat(changed).isGreaterThan(500);
  }

  @Test
  void aPermitIsForItsTablesOnlyAndMarksNothingThatIsAccountedFor() {
    Permit permit = new Permit(Map.of(HEAD.id(), POINTER + 20), "olga", "token");
    for (Sort sort : Sort.values()) {
      TableCommit commit = sort.at(POINTER + 1);
      boolean marked = sort == Sort.FOREIGN || sort == Sort.UNREADABLE;
      assertThat(permit.apply(HEAD.id(), List.of(commit)))
          .containsExactly(marked ? new TableCommit.VoidedCommit(commit) : commit);
      assertThat(permit.apply(new TableId("another"), List.of(commit))).containsExactly(commit);
      assertThat(Permit.NONE.apply(HEAD.id(), List.of(commit))).containsExactly(commit);
      if (!marked) {
        assertThatThrownBy(() -> new TableCommit.VoidedCommit(commit))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void howeverMuchIsVoidIsExaminedAndTheScanBoundCountsFromThere() {
    long last = POINTER + 5L * DriftJudge.SCAN_BOUND;
    Permit permit = new Permit(Map.of(HEAD.id(), last), "olga", "token");
    assertThat(DriftJudge.examines(HEAD, last, permit)).isTrue();
    assertThat(DriftJudge.examines(HEAD, last, Permit.NONE)).isFalse();
    assertThat(DriftJudge.examines(HEAD, last + DriftJudge.SCAN_BOUND, permit)).isTrue();
    assertThat(DriftJudge.examines(HEAD, last + DriftJudge.SCAN_BOUND + 1, permit)).isFalse();
    assertThat(DriftJudge.examines(HEAD, POINTER, permit)).isFalse();
  }
}
