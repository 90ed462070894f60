package dev.linchpin.protocol;

/**
 * The shape of what an effect may achieve (seed section 2.3); an adapter declares it, nobody
 * guesses it.
 */
public sealed interface PostState {
  /**
   * Whether an achieved version lies inside the prepared effect envelope.
   *
   * @param version the version that the effect achieved
   * @return false if the attempt must fail into recovery
   */
  boolean admits(long version);

  /**
   * Exactly one version.
   *
   * @param version that version
   */
  record Exact(long version) implements PostState {
    @Override
    public boolean admits(long achieved) {
      return achieved == version;
    }
  }

  /**
   * A bounded range of versions.
   *
   * @param first the smallest
   * @param last the largest
   */
  record BoundedRange(long first, long last) implements PostState {
    /** The range is not empty. */
    public BoundedRange {
      if (first > last) {
        throw new IllegalArgumentException("empty range " + first + ".." + last);
      }
    }

    @Override
    public boolean admits(long achieved) {
      return first <= achieved && achieved <= last;
    }
  }

  /** Whatever version the adapter confirms by exact identity. */
  record AdapterConfirmed() implements PostState {
    @Override
    public boolean admits(long achieved) {
      return achieved >= 1;
    }
  }
}
