package dev.linchpin.lance;

/** What a load does with the rows that it is given. */
public enum LoadMode {
  /** Strict: an existing key is an error. */
  INSERT,
  /** Insert or replace by key. */
  UPSERT,
  /** Replace the whole table. */
  OVERWRITE
}
