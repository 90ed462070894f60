package dev.linchpin.memory;

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
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import java.util.List;

/** One staged commit for each table, identified by its transaction. */
final class MemoryAdapter implements EffectAdapter {
  private final TableSubstrate tables;

  MemoryAdapter(TableSubstrate tables) {
    this.tables = tables;
  }

  @Override
  public WriterKind writerKind() {
    return WriterKind.MUTATION;
  }

  @Override
  public RecoveryPlan recoveryPlan() {
    return new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK);
  }

  @Override
  public CommitResult apply(OperationId operation, PlannedEffect effect) {
    return tables.commit(operation, effect);
  }

  @Override
  public EffectMovement classify(
      OperationId operation, EffectTarget target, long pointer, List<TableCommit> beyond) {
    boolean own = false;
    boolean foreign = false;
    boolean unreadable =
        beyond.stream().filter(commit -> !(commit instanceof VoidedCommit)).count()
            > DriftJudge.SCAN_BOUND;
    for (TableCommit commit : beyond) {
      own |=
          commit instanceof OperationCommit effect
              && effect.operation().equals(operation)
              && effect.transactionUuid().equals(target.transactionUuid());
      foreign |= commit instanceof ForeignCommit;
      unreadable |= commit instanceof UnreadableCommit;
    }
    if (unreadable) {
      return EffectMovement.UNVERIFIABLE;
    } else if (own) {
      return foreign ? EffectMovement.OWN_BURIED : EffectMovement.OWN_AT_HEAD;
    } else if (foreign) {
      return EffectMovement.FOREIGN;
    }
    return pointer == target.expected().version()
        ? EffectMovement.NONE
        : EffectMovement.COMPENSATED;
  }
}
