package dev.linchpin.protocol;

import java.util.Objects;

/**
 * A reference to an immutable lineage segment that was written before the manifest commit that
 * first names it.
 *
 * @param name the segment's object name
 * @param entries how many history entries it holds
 * @param firstVersion the smallest manifest version among its entries
 * @param lastVersion the largest manifest version among its entries
 */
public record SegmentRef(String name, long entries, long firstVersion, long lastVersion) {
  /** Segments are never empty. */
  public SegmentRef {
    Objects.requireNonNull(name, "name");
    if (entries < 1 || firstVersion > lastVersion) {
      throw new IllegalArgumentException("not a lineage segment: " + name);
    }
  }
}
