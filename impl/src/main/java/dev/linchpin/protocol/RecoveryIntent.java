package dev.linchpin.protocol;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The content of a recovery sidecar (seed section 4.5): enough to settle the attempt without its
 * process.
 *
 * @param operation the attempt
 * @param writerKind which writer
 * @param target the branch incarnation
 * @param owner the process that armed it
 * @param abandoned whether the owner has handed it over: nobody needs to wait for that process
 * @param baseVersion the pinned manifest version; if the commit is visible, its history entry is
 *     newer than this
 * @param readSet the complete read set
 * @param targets every physical target with its expected pre-state
 * @param plan the adapter's recovery strategy
 * @param delta the intended manifest delta
 * @param lineage the fixed identities and the lineage intent
 * @param phase armed, or confirmed with the exact post-state
 */
public record RecoveryIntent(
    OperationId operation,
    WriterKind writerKind,
    BranchTarget target,
    OwnerId owner,
    boolean abandoned,
    long baseVersion,
    ReadSet readSet,
    List<EffectTarget> targets,
    RecoveryPlan plan,
    ManifestDelta delta,
    LineageIntent lineage,
    Phase phase) {
  /** Copies the collections. */
  public RecoveryIntent {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(writerKind, "writerKind");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(readSet, "readSet");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(delta, "delta");
    Objects.requireNonNull(lineage, "lineage");
    Objects.requireNonNull(phase, "phase");
    targets = List.copyOf(targets);
  }

  /** How far the attempt is known to have come. */
  public sealed interface Phase {
    /** The effect set is possibly partial. */
    record Armed() implements Phase {}

    /**
     * Every effect is complete.
     *
     * @param achieved the exact version of each written table
     */
    record Confirmed(Map<TableId, Long> achieved) implements Phase {
      /** Copies the map. */
      public Confirmed {
        achieved = Collections.unmodifiableMap(new TreeMap<>(achieved));
      }
    }
  }

  /**
   * The tables that this intent may have moved.
   *
   * @return their ids
   */
  public Set<TableId> written() {
    return targets.stream().map(EffectTarget::table).collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * This intent, confirmed.
   *
   * @param achieved the exact post-state
   * @return the new sidecar content
   */
  public RecoveryIntent confirmed(Map<TableId, Long> achieved) {
    return new RecoveryIntent(
        operation,
        writerKind,
        target,
        owner,
        abandoned,
        baseVersion,
        readSet,
        targets,
        plan,
        delta,
        lineage,
        new Phase.Confirmed(achieved));
  }

  /**
   * This intent, handed over by its living owner.
   *
   * @return the new sidecar content
   */
  public RecoveryIntent handedOver() {
    return new RecoveryIntent(
        operation,
        writerKind,
        target,
        owner,
        true,
        baseVersion,
        readSet,
        targets,
        plan,
        delta,
        lineage,
        phase);
  }
}
