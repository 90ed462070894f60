package dev.linchpin.protocol;

/**
 * One <em>armed attempt</em> of a write; a retry never reuses it (seed section 2).
 *
 * @param value the identifier's text; never blank, safe as a file name
 */
public record OperationId(String value) implements Comparable<OperationId> {
  /** Refuses text that could not be a file name everywhere. */
  public OperationId {
    Identifiers.requireFileNameSafe("operation id", value);
  }

  @Override
  public int compareTo(OperationId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
