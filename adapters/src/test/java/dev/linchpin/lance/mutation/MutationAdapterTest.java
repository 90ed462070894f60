package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.recovery.DriftJudge;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.OperationCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.RealignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The movement of a target as a table, over every kind of commit and both pointers. */
class MutationAdapterTest {
  private static final OperationId MINE = new OperationId("mine");
  private static final OperationId OTHER = new OperationId("other");
  private static final EffectTarget TARGET =
      new EffectTarget(
          new TableId("t"),
          "tables/t.lance",
          new TableToken(5, 2),
          "uuid-mine",
          EffectKind.STAGED,
          new PostState.Exact(6));

  private static final TableCommit OWN = new OperationCommit(6, "uuid-mine", MINE, 5, 2);
  private static final TableCommit OTHERS = new OperationCommit(6, "uuid-other", OTHER, 5, 2);
  private static final TableCommit REALIGN = new RealignCommit(7, "r", 5);
  private static final TableCommit OLD_REALIGN = new RealignCommit(7, "r", 4);
  private static final TableCommit FOREIGN = new ForeignCommit(7, "uuid-of-somebody", "somebody");
  private static final TableCommit UNREADABLE = new UnreadableCommit(7, "gone");

  private static final TableCommit VOID = new VoidedCommit(FOREIGN);
  private static final TableCommit VOID_UNREADABLE = new VoidedCommit(UNREADABLE);

  private final MutationAdapter adapter = new MutationAdapter(null);

  static Stream<Arguments> cases() {
    return Stream.of(
        row(EffectMovement.NONE, 5),
        row(EffectMovement.COMPENSATED, 6),
        row(EffectMovement.COMPENSATED, 4),
        row(EffectMovement.NONE, 5, OTHERS),
        row(EffectMovement.NONE, 5, REALIGN),
        row(EffectMovement.COMPENSATED, 8, OTHERS),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN, OTHERS),
        row(EffectMovement.OWN_AT_HEAD, 5, OTHERS, OWN),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN, OLD_REALIGN),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN, REALIGN, OTHERS),
        row(EffectMovement.COMPENSATED, 5, OWN, REALIGN),
        row(EffectMovement.COMPENSATED, 5, OWN, OTHERS, REALIGN),
        row(EffectMovement.COMPENSATED, 4, OWN, OLD_REALIGN),
        row(EffectMovement.FOREIGN, 5, FOREIGN),
        row(EffectMovement.FOREIGN, 5, OTHERS, FOREIGN, REALIGN),
        row(EffectMovement.FOREIGN, 9, FOREIGN),
        row(EffectMovement.OWN_BURIED, 5, OWN, FOREIGN),
        row(EffectMovement.OWN_BURIED, 5, FOREIGN, OWN),
        row(EffectMovement.OWN_BURIED, 5, OWN, FOREIGN, REALIGN),
        row(EffectMovement.UNVERIFIABLE, 5, UNREADABLE),
        row(EffectMovement.UNVERIFIABLE, 5, OWN, UNREADABLE),
        row(EffectMovement.UNVERIFIABLE, 5, FOREIGN, UNREADABLE, OWN),
        // What an operator has declared void is nobody's.
        row(EffectMovement.NONE, 5, VOID),
        row(EffectMovement.NONE, 5, VOID_UNREADABLE),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN, VOID),
        row(EffectMovement.OWN_AT_HEAD, 5, OWN, VOID_UNREADABLE),
        row(EffectMovement.COMPENSATED, 5, OWN, VOID, REALIGN),
        row(EffectMovement.COMPENSATED, 9, VOID),
        row(EffectMovement.OWN_BURIED, 5, OWN, VOID, FOREIGN),
        row(EffectMovement.FOREIGN, 5, VOID, FOREIGN),
        row(EffectMovement.UNVERIFIABLE, 5, VOID, UNREADABLE),
        // Both halves of the identity must match.
        row(EffectMovement.NONE, 5, new OperationCommit(6, "uuid-mine", OTHER, 5, 2)),
        row(EffectMovement.NONE, 5, new OperationCommit(6, "uuid-other", MINE, 5, 2)));
  }

  private static Arguments row(EffectMovement expected, long pointer, TableCommit... beyond) {
    return Arguments.of(expected, pointer, List.of(beyond));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theMovementFollowsFromExactIdentities(
      EffectMovement expected, long pointer, List<TableCommit> beyond) {
    assertThat(adapter.classify(MINE, TARGET, pointer, beyond)).isEqualTo(expected);
  }

  @Test
  void moreCommitsThanTheScanBoundAreUnverifiableAndExactlyTheBoundIsNot() {
    List<TableCommit> many = new ArrayList<>();
    for (int i = 0; i < DriftJudge.SCAN_BOUND; i++) {
      many.add(OTHERS);
    }
    assertThat(adapter.classify(MINE, TARGET, 5, many)).isEqualTo(EffectMovement.NONE);
    for (int i = 0; i < 10; i++) {
      many.add(VOID);
    }
    assertThat(adapter.classify(MINE, TARGET, 5, many)).isEqualTo(EffectMovement.NONE);
    many.add(OWN);
    assertThat(adapter.classify(MINE, TARGET, 5, many)).isEqualTo(EffectMovement.UNVERIFIABLE);
  }

  @Test
  void theAdapterServesMutationsAndDeclaresRollback() {
    assertThat(adapter.writerKind()).isEqualTo(WriterKind.MUTATION);
    assertThat(adapter.recoveryPlan().armedDirection()).isEqualTo(RecoveryPlan.Direction.ROLL_BACK);
  }
}
