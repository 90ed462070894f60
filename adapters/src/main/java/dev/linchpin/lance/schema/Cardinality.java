package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;

/**
 * How many edges of one type a node may have in one direction.
 *
 * @param min the least, 0 or more
 * @param max the most, at least {@code min}; {@link #UNBOUNDED} for no bound
 */
public record Cardinality(int min, int max) {
  /** No upper bound. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Any number of edges. */
  public static final Cardinality ANY = new Cardinality(0, UNBOUNDED);

  /** The bounds are in order. */
  public Cardinality {
    if (min < 0 || max < min) {
      throw new InvalidInputException("no cardinality " + min + ".." + max);
    }
  }

  @Override
  public String toString() {
    return min + ".." + (max == UNBOUNDED ? "*" : max);
  }
}
