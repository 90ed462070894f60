package dev.linchpin.faultinjection.witness;

import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What readers of a graph could see, and can see for ever: every version of the manifest.
 *
 * @param versions oldest first
 */
public record History(List<Version> versions) {
  /** Copies the list. */
  public History {
    versions = List.copyOf(versions);
  }

  /**
   * One version of the manifest.
   *
   * @param manifest its number
   * @param pointers the published version of each table, by incarnation
   * @param commits the graph commits that it knows, oldest first
   * @param rolledBack the operations of which it says that they are never published
   * @param contents the rows at its pointers
   */
  public record Version(
      long manifest,
      Map<String, Long> pointers,
      List<CommitSeen> commits,
      Set<String> rolledBack,
      Contents contents) {
    /** Copies the collections. */
    public Version {
      pointers = Map.copyOf(pointers);
      commits = List.copyOf(commits);
      rolledBack = Set.copyOf(rolledBack);
    }
  }
}
