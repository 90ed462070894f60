package dev.linchpin.protocol;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The complete logical result to publish (seed section 2.4). For a mutation it is the set of tables
 * whose pointer moves; the versions are output slots.
 *
 * @param slots the tables whose pointer the commit sets
 */
public record ManifestDelta(Set<TableId> slots) {
  /** Copies the slots. */
  public ManifestDelta {
    slots = Collections.unmodifiableSet(new TreeSet<>(slots));
  }

  /**
   * Binds every output slot to an achieved version.
   *
   * @param achieved the confirmed version of each slot, exactly those
   * @return the bound delta
   * @throws IllegalArgumentException if the achieved versions would widen or narrow the plan
   */
  public Bound bind(Map<TableId, Long> achieved) {
    if (!achieved.keySet().equals(slots)) {
      throw new IllegalArgumentException(
          "achieved " + achieved.keySet() + " does not fill exactly the slots " + slots);
    }
    return new Bound(achieved);
  }

  /**
   * A delta whose slots are filled: what the manifest commit carries.
   *
   * @param pointers the new pointer of each changed table
   */
  public record Bound(Map<TableId, Long> pointers) {
    /** Copies the map. */
    public Bound {
      pointers = Collections.unmodifiableMap(new TreeMap<>(pointers));
    }
  }
}
