package dev.linchpin.lance.mutation;

import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.recovery.DriftJudge;
import dev.linchpin.spi.EffectAdapter;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.OperationCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.RealignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import java.util.List;

/**
 * The effect adapter of mutations and loads: one staged commit per table, rolled back while it is
 * not confirmed, recognized by transaction uuid and operation and by nothing else.
 */
public final class MutationAdapter implements EffectAdapter {
  private static final RecoveryPlan PLAN = new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK);

  private final TableSubstrate tables;

  /**
   * An adapter.
   *
   * @param tables where effects are committed
   */
  public MutationAdapter(TableSubstrate tables) {
    this.tables = tables;
  }

  /**
   * The recovery rules that every mutation's sidecar carries.
   *
   * @return roll back while armed
   */
  static RecoveryPlan plan() {
    return PLAN;
  }

  @Override
  public WriterKind writerKind() {
    return WriterKind.MUTATION;
  }

  @Override
  public RecoveryPlan recoveryPlan() {
    return PLAN;
  }

  @Override
  public CommitResult apply(OperationId operation, PlannedEffect effect) {
    return tables.commit(operation, effect);
  }

  @Override
  public EffectMovement classify(
      OperationId operation, EffectTarget target, long pointer, List<TableCommit> beyondPointer) {
    long judged = beyondPointer.stream().filter(c -> !(c instanceof VoidedCommit)).count();
    if (judged > DriftJudge.SCAN_BOUND
        || beyondPointer.stream().anyMatch(UnreadableCommit.class::isInstance)) {
      return EffectMovement.UNVERIFIABLE;
    }
    boolean own = beyondPointer.stream().anyMatch(commit -> isOwn(commit, operation, target));
    if (beyondPointer.stream().anyMatch(ForeignCommit.class::isInstance)) {
      return own ? EffectMovement.OWN_BURIED : EffectMovement.FOREIGN;
    }
    if (own) {
      return carriesPointer(beyondPointer.get(beyondPointer.size() - 1), pointer)
          ? EffectMovement.COMPENSATED
          : EffectMovement.OWN_AT_HEAD;
    }
    return pointer == target.expected().version()
        ? EffectMovement.NONE
        : EffectMovement.COMPENSATED;
  }

  private static boolean isOwn(TableCommit commit, OperationId operation, EffectTarget target) {
    return commit instanceof OperationCommit effect
        && effect.transactionUuid().equals(target.transactionUuid())
        && effect.operation().equals(operation);
  }

  private static boolean carriesPointer(TableCommit commit, long pointer) {
    return commit instanceof RealignCommit realigned && realigned.pointer() == pointer;
  }
}
