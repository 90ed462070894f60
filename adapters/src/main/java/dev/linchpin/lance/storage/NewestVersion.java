package dev.linchpin.lance.storage;

import java.time.Duration;
import org.apache.arrow.memory.BufferAllocator;
import org.lance.Dataset;
import org.lance.ReadOptions;

/**
 * Opens the newest version of one dataset at a cost that does not grow with its history.
 *
 * <p>Lance finds the newest version by listing all of them. Versions follow each other without
 * gaps, so that whoever saw version n a moment ago need only look whether n + 1 is there now. That
 * look is as fresh as a listing. It would be wrong only after a cleanup that removed n + 1 but
 * spared n; therefore a sighting is trusted for a few seconds only, and commits never rely on it:
 * Lance itself arbitrates them.
 */
final class NewestVersion {
  private static final long TRUSTED_NANOS = Duration.ofSeconds(5).toNanos();

  /** Past so many unseen versions a listing is the cheaper way. */
  private static final int MAX_STEPS = 16;

  /** Below so many versions a listing costs less than looking for a version that is absent. */
  private static final long LISTED_BELOW = 512;

  private final String uri;
  private final BufferAllocator allocator;
  private final long listedBelow;
  private volatile Sighting last;

  private record Sighting(long version, long at) {}

  NewestVersion(String uri, BufferAllocator allocator) {
    this(uri, allocator, LISTED_BELOW);
  }

  /** For tests: follows chains of this length or more. */
  NewestVersion(String uri, BufferAllocator allocator, long listedBelow) {
    this.uri = uri;
    this.allocator = allocator;
    this.listedBelow = listedBelow;
  }

  /** The newest version, as the store has it now; to be closed. */
  Dataset open() {
    Sighting sighting = last;
    Dataset newest =
        sighting != null
                && sighting.version() >= listedBelow
                && System.nanoTime() - sighting.at() < TRUSTED_NANOS
            ? from(sighting.version())
            : listed();
    last = new Sighting(newest.version(), System.nanoTime());
    return newest;
  }

  /** The newest version by Lance's own listing, trusting nothing; to be closed. */
  Dataset listed() {
    return open(new ReadOptions.Builder());
  }

  /** One version; to be closed. */
  Dataset at(long version) {
    return open(new ReadOptions.Builder().setVersion(version));
  }

  /** Somebody's commit contradicts or outruns what was seen. */
  void forget() {
    last = null;
  }

  private Dataset from(long seen) {
    Dataset current;
    try {
      current = at(seen);
    } catch (Exception gone) {
      if (LanceErrors.isNotFound(gone)) {
        return listed();
      }
      throw gone;
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      Dataset next;
      try {
        next = current.checkoutVersion(current.version() + 1);
      } catch (Exception absent) {
        if (LanceErrors.isNotFound(absent)) {
          return current;
        }
        current.close();
        throw absent;
      }
      current.close();
      current = next;
    }
    current.close();
    return listed();
  }

  private Dataset open(ReadOptions.Builder options) {
    return Dataset.open().allocator(allocator).uri(uri).readOptions(options.build()).build();
  }
}
