package dev.linchpin.spi;

import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.List;

/**
 * The truth about one writer kind's physical effects (seed section 2.3 and invariant 6): how they
 * are applied and how recovery tells them apart. Compensation is the substrate's realignment.
 */
public interface EffectAdapter {
  /**
   * The writer that this adapter serves.
   *
   * @return its kind; one adapter per kind
   */
  WriterKind writerKind();

  /**
   * The declared recovery rules, written into every sidecar of this writer.
   *
   * @return the plan
   */
  RecoveryPlan recoveryPlan();

  /**
   * Applies one effect.
   *
   * @param operation the attempt
   * @param effect the effect
   * @return where it landed, or that it never will
   */
  CommitResult apply(OperationId operation, PlannedEffect effect);

  /**
   * Tells what happened to one target, from exact identities.
   *
   * @param operation the attempt
   * @param target the durable target
   * @param pointer the table's pointer in the manifest now
   * @param beyondPointer every commit after that pointer up to HEAD, oldest first
   * @return the movement
   */
  EffectMovement classify(
      OperationId operation, EffectTarget target, long pointer, List<TableCommit> beyondPointer);
}
