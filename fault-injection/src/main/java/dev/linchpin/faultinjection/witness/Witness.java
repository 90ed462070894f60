package dev.linchpin.faultinjection.witness;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything durable of one graph at one instant at which nobody works on it. Two witnesses are
 * equal if and only if nothing durable has changed.
 *
 * @param manifest the newest manifest version; empty if there is no manifest
 * @param tables the tables that it names, by type
 * @param commits the graph commits, oldest first
 * @param graphHead the graph head
 * @param sidecars the recovery sidecars
 * @param audits the audit records
 * @param contents the rows at the published pointers
 */
public record Witness(
    Optional<Long> manifest,
    Map<String, TableSeen> tables,
    List<CommitSeen> commits,
    Optional<String> graphHead,
    List<SidecarSeen> sidecars,
    List<AuditSeen> audits,
    Contents contents) {
  /** Copies the collections. */
  public Witness {
    tables = Collections.unmodifiableMap(new TreeMap<>(tables));
    commits = List.copyOf(commits);
    sidecars = List.copyOf(sidecars);
    audits = List.copyOf(audits);
  }

  /**
   * One table.
   *
   * @param id its incarnation
   * @param path its dataset, relative to the graph's root
   * @param pointer the published version
   * @param epoch the fencing epoch
   * @param head the newest physical version
   * @param beyond the versions after the pointer, oldest first
   */
  public record TableSeen(
      String id, String path, long pointer, long epoch, long head, List<VersionSeen> beyond) {}

  /**
   * One physical version.
   *
   * @param version its number
   * @param uuid its transaction's identity
   * @param operation Lance's name of what it does
   * @param properties its transaction's properties
   */
  public record VersionSeen(
      long version, String uuid, String operation, Map<String, String> properties) {}

  /**
   * One graph commit.
   *
   * @param id the commit id
   * @param parents its parents
   * @param operation the attempt that it published
   * @param actor who asked for it
   * @param manifestVersion where it became visible
   * @param tables the pointers that it set, by table incarnation
   */
  public record CommitSeen(
      String id,
      List<String> parents,
      String operation,
      String actor,
      long manifestVersion,
      Map<String, Long> tables) {}

  /**
   * One sidecar.
   *
   * @param file its file name
   * @param operation the attempt
   * @param phase {@code armed} or {@code confirmed}
   * @param commitId the fixed commit id
   * @param readSet version and epoch of each table read or written, by incarnation
   * @param transactions the transaction identity of each written table, by incarnation
   * @param achieved the confirmed versions, by incarnation; empty if armed
   * @param text the whole file
   */
  public record SidecarSeen(
      String file,
      String operation,
      String phase,
      String commitId,
      Map<String, List<Long>> readSet,
      Map<String, String> transactions,
      Map<String, Long> achieved,
      String text) {}

  /**
   * One audit record.
   *
   * @param operation the attempt
   * @param kind what recovery says it did
   * @param text the whole file
   */
  public record AuditSeen(String operation, String kind, String text) {}

  /**
   * The sidecar of an operation.
   *
   * @param operation the operation
   * @return its sidecar, if there is one
   */
  public Optional<SidecarSeen> sidecar(String operation) {
    return sidecars.stream().filter(sidecar -> sidecar.operation().equals(operation)).findFirst();
  }

  /**
   * The commits of operations whose id begins with a prefix.
   *
   * @param prefix an actor's prefix
   * @return its commits
   */
  public List<CommitSeen> commitsOf(String prefix) {
    return commits.stream().filter(commit -> commit.operation().startsWith(prefix)).toList();
  }

  /**
   * For people.
   *
   * @return a few lines
   */
  public String describe() {
    if (manifest.isEmpty()) {
      return "no manifest";
    }
    StringBuilder text = new StringBuilder("manifest version " + manifest.get());
    for (SidecarSeen sidecar : sidecars) {
      text.append("\nsidecar ")
          .append(sidecar.operation())
          .append(": ")
          .append(sidecar.phase())
          .append(sidecar.achieved().isEmpty() ? "" : " " + sidecar.achieved().values());
    }
    if (sidecars.isEmpty()) {
      text.append("\nno sidecar");
    }
    tables.forEach(
        (type, table) -> {
          text.append("\n")
              .append(type)
              .append(": pointer ")
              .append(table.pointer())
              .append(", epoch ")
              .append(table.epoch())
              .append(", HEAD ")
              .append(table.head());
          table
              .beyond()
              .forEach(
                  version ->
                      text.append(", v")
                          .append(version.version())
                          .append(" ")
                          .append(version.operation())
                          .append(" ")
                          .append(new TreeMap<>(version.properties())));
        });
    audits.forEach(
        audit ->
            text.append("\naudit ").append(audit.operation()).append(": ").append(audit.kind()));
    return text.toString();
  }
}
