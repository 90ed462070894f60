package dev.linchpin.protocol;

import java.util.Objects;

/**
 * A table's mutable head: one row of the manifest.
 *
 * @param id the table's incarnation
 * @param name the type name that users know
 * @param path where the dataset lies, relative to the graph's root; unique per incarnation
 * @param token the published pointer and the epoch
 * @param deleted whether the table is dropped; a dropped table keeps an explicit deleted head (seed
 *     section 4.7)
 */
public record TableHead(TableId id, String name, String path, TableToken token, boolean deleted) {
  /** All parts are required. */
  public TableHead {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(token, "token");
  }

  /**
   * The published pointer.
   *
   * @return a Lance version
   */
  public long version() {
    return token.version();
  }

  /**
   * The fencing epoch.
   *
   * @return a number that only grows
   */
  public long epoch() {
    return token.epoch();
  }

  /**
   * This head with another pointer.
   *
   * @param version the new pointer
   * @return the new head
   */
  public TableHead at(long version) {
    return new TableHead(id, name, path, new TableToken(version, token.epoch()), deleted);
  }

  /**
   * This head with the next epoch: whoever captured the old one can never publish over this table.
   *
   * @return the fenced head
   */
  public TableHead fenced() {
    return new TableHead(
        id, name, path, new TableToken(token.version(), token.epoch() + 1), deleted);
  }
}
