package dev.linchpin.spi;

import dev.linchpin.protocol.OwnerId;

/**
 * Who is provably gone. It only ever decides who <em>waits</em>; the epochs in the manifest decide
 * who is right.
 */
public interface Liveness {
  /**
   * This process.
   *
   * @return its token, the same for the life of the process
   */
  OwnerId self();

  /**
   * Looks for another process.
   *
   * @param owner a process other than {@link #self()}
   * @return what is known of it
   */
  OwnerState check(OwnerId owner);

  /** What is known of an owner. */
  enum OwnerState {
    /** It provably no longer runs. */
    GONE,
    /** It runs, or nobody can tell. */
    POSSIBLY_ALIVE
  }
}
