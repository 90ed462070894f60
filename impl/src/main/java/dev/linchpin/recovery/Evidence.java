package dev.linchpin.recovery;

import dev.linchpin.protocol.EffectMovement;
import java.util.Collection;
import java.util.List;

/**
 * Everything that the classifier may look at, gathered against one manifest read.
 *
 * @param commitVisible whether the fixed commit id is in the graph's history
 * @param sameIncarnation whether the branch is still in the life that the intent was armed in
 * @param confirmed whether the sidecar carries the exact confirmed post-state
 * @param authorityUnchanged whether every member of the captured read set still has its value
 * @param movements one for each target
 */
public record Evidence(
    boolean commitVisible,
    boolean sameIncarnation,
    boolean confirmed,
    boolean authorityUnchanged,
    Collection<EffectMovement> movements) {
  /** Copies the movements. */
  public Evidence {
    movements = List.copyOf(movements);
  }
}
