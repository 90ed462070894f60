package dev.linchpin.lance.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Finds the newest version of one chain from the last sighting of it. Versions follow each other
 * without gaps, so that whoever saw version n a moment ago need only look whether n + 1 is there
 * now. A sighting only says where to begin to look: what is found is as fresh as a listing, however
 * many threads look and commit meanwhile, and however old the sighting is that one of them leaves.
 *
 * @param <V> an open version
 */
final class ChainEnd<V> {
  private static final long TRUSTED_NANOS = Duration.ofSeconds(5).toNanos();

  /** Past so many unseen versions a listing is the cheaper way. */
  private static final int MAX_STEPS = 16;

  private final Chain<V> chain;
  private final long listedBelow;
  private final LongSupplier nanos;
  private volatile Sighting last;

  private record Sighting(long version, long at) {}

  /** Where versions are; every answer is the store's of this moment. */
  interface Chain<V> {
    /** The newest version by listing; to be closed. */
    V listed();

    /** One version, or empty if it is not there; to be closed. */
    Optional<V> at(long version);

    /** The version that follows an open one, or empty if it is not there; to be closed as well. */
    Optional<V> after(V version);

    long number(V version);

    void close(V version);
  }

  /**
   * The end of a chain.
   *
   * @param listedBelow below so many versions the chain is listed
   * @param nanos a clock that never goes back
   */
  ChainEnd(Chain<V> chain, long listedBelow, LongSupplier nanos) {
    this.chain = chain;
    this.listedBelow = listedBelow;
    this.nanos = nanos;
  }

  /** The newest version, as the store has it now; to be closed. */
  V open() {
    Sighting sighting = last;
    V newest =
        sighting != null
                && sighting.version() >= listedBelow
                && nanos.getAsLong() - sighting.at() < TRUSTED_NANOS
            ? from(sighting.version())
            : chain.listed();
    last = new Sighting(chain.number(newest), nanos.getAsLong());
    return newest;
  }

  /** Somebody's commit contradicts or outruns what was seen. */
  void forget() {
    last = null;
  }

  private V from(long seen) {
    Optional<V> start = chain.at(seen);
    if (start.isEmpty()) {
      return chain.listed();
    }
    V current = start.get();
    for (int step = 0; step < MAX_STEPS; step++) {
      Optional<V> next;
      try {
        next = chain.after(current);
      } catch (RuntimeException | Error failure) {
        chain.close(current);
        throw failure;
      }
      if (next.isEmpty()) {
        return current;
      }
      chain.close(current);
      current = next.get();
    }
    chain.close(current);
    return chain.listed();
  }
}
