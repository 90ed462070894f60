package dev.linchpin.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * One prepared attempt (seed section 2): immutable, computed without gates, discarded whole on any
 * mismatch.
 *
 * @param operationId the attempt's identity
 * @param writerKind which writer
 * @param target the branch incarnation written
 * @param base the state that the plan was computed against
 * @param readSet every value that the plan depends on
 * @param effects the physical plan
 * @param manifestDelta the logical result
 * @param lineageIntent the lineage to publish; empty only for metadata-only plans
 * @param recovery the recovery rules of this plan
 */
public record PreparedWrite(
    OperationId operationId,
    WriterKind writerKind,
    BranchTarget target,
    BaseView base,
    ReadSet readSet,
    Effects effects,
    ManifestDelta manifestDelta,
    Optional<LineageIntent> lineageIntent,
    RecoveryPlan recovery) {
  /** Every written table must be in the read set with the pre-state that its effect expects. */
  public PreparedWrite {
    Objects.requireNonNull(operationId, "operationId");
    Objects.requireNonNull(writerKind, "writerKind");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(readSet, "readSet");
    Objects.requireNonNull(effects, "effects");
    Objects.requireNonNull(manifestDelta, "manifestDelta");
    Objects.requireNonNull(lineageIntent, "lineageIntent");
    Objects.requireNonNull(recovery, "recovery");
    for (EffectTarget effect : effects.targets()) {
      if (!effect.expected().equals(readSet.tables().get(effect.table()))) {
        throw new IllegalArgumentException(
            "table " + effect.table() + " is written but not in the read set as expected");
      }
      if (!manifestDelta.slots().contains(effect.table())) {
        throw new IllegalArgumentException(
            "table " + effect.table() + " is written but the manifest delta has no slot for it");
      }
    }
  }
}
