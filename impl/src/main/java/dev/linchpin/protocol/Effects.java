package dev.linchpin.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The adapter-owned physical plan (seed section 2.3), in the order in which it is applied.
 *
 * @param effects one effect per touched table
 */
public record Effects(List<PlannedEffect> effects) {
  /** Copies the list; no table appears twice. */
  public Effects {
    effects = List.copyOf(effects);
    Set<TableId> seen = new HashSet<>();
    for (PlannedEffect effect : effects) {
      if (!seen.add(effect.target().table())) {
        throw new IllegalArgumentException("two effects on table " + effect.target().table());
      }
    }
  }

  /**
   * Whether nothing physical happens.
   *
   * @return true for an effect-free plan
   */
  public boolean isEmpty() {
    return effects.isEmpty();
  }

  /**
   * The durable targets, in order of application.
   *
   * @return one target per effect
   */
  public List<EffectTarget> targets() {
    return effects.stream().map(PlannedEffect::target).toList();
  }
}
