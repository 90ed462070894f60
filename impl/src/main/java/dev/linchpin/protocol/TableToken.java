package dev.linchpin.protocol;

/**
 * What a read set remembers of one table: its published pointer and its epoch.
 *
 * @param version the Lance version that the manifest points to, 1 or more
 * @param epoch the fencing epoch; it grows each time a recoverer decides a rollback over this table
 */
public record TableToken(long version, long epoch) {
  /** Versions start at 1, epochs at 0. */
  public TableToken {
    if (version < 1 || epoch < 0) {
      throw new IllegalArgumentException(
          "not a table token: version " + version + ", epoch " + epoch);
    }
  }
}
