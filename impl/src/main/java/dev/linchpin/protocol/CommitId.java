package dev.linchpin.protocol;

/**
 * A commit's (or a rollback decision's) identity, fixed before any effect, so that recovery can
 * recognize it exactly.
 *
 * @param value the identifier's text; never blank, safe as a file name
 */
public record CommitId(String value) implements Comparable<CommitId> {
  /** Refuses text that could not be a file name everywhere. */
  public CommitId {
    Identifiers.requireFileNameSafe("commit id", value);
  }

  @Override
  public int compareTo(CommitId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
