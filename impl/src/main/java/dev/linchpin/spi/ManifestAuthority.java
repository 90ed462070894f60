package dev.linchpin.spi;

import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import java.util.Optional;

/**
 * The only arbiter: a whole-state compare-and-set over the graph's manifest (seed sections 1 and
 * 4.7).
 */
public interface ManifestAuthority {
  /**
   * Reads the newest manifest version, coherently, never from a cache.
   *
   * @return the fresh state
   * @throws dev.linchpin.error.StorageException if it cannot be read
   * @throws dev.linchpin.error.UnsupportedFormatException if its format is newer than this code
   */
  ManifestState read();

  /**
   * Reads one older manifest version.
   *
   * @param version a manifest version
   * @return its state, or empty if there is no such version (any more)
   */
  Optional<ManifestState> readAt(long version);

  /**
   * Publishes {@code next} as version {@code base.version() + 1} if and only if {@code
   * base.version()} is still the newest version. Lineage that leaves the window is written to a
   * segment before the commit that first names it.
   *
   * @param base the state that {@code next} was computed from
   * @param next the whole next state; its version is {@code base.version() + 1}
   * @return {@link CasOutcome#WON} if and only if {@code next} is now that version; {@link
   *     CasOutcome#LOST} if and only if it provably never will be
   * @throws dev.linchpin.error.StorageException if neither is known: the reply was lost
   */
  CasOutcome compareAndSet(ManifestState base, ManifestState next);

  /**
   * Finds what settled an operation, as of a manifest state: in its window or in the segments that
   * it names.
   *
   * @param state the state to look from
   * @param operation the attempt
   * @param afterVersion entries of this manifest version or older are not searched; an attempt's
   *     entry is always newer than its base version; 0 searches everything
   * @return the entry, graph commit before rollback decision, or empty
   */
  Optional<HistoryEntry> findByOperation(
      ManifestState state, OperationId operation, long afterVersion);

  /** What a compare-and-set is known to have done. */
  enum CasOutcome {
    /** Published. */
    WON,
    /** Another commit took the version; this one can never land. */
    LOST
  }
}
