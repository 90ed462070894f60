package dev.linchpin.protocol;

/**
 * One incarnation of a table. A dropped and re-created table of the same name has another identity
 * and another path.
 *
 * @param value the identifier's text; never blank, safe as a file name
 */
public record TableId(String value) implements Comparable<TableId> {
  /** Refuses text that could not be a file name everywhere. */
  public TableId {
    Identifiers.requireFileNameSafe("table id", value);
  }

  @Override
  public int compareTo(TableId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
