package dev.linchpin.faultinjection.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.linchpin.faultinjection.witness.History.Version;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads a {@link History}. It opens datasets and files and writes nothing. */
public final class HistoryReader {
  private final RawLance lance;
  private final Path root;

  /** A version of a table never changes, and most manifests share most of them. */
  private final Map<String, Map<String, Map<String, String>>> rows = new HashMap<>();

  private HistoryReader(RawLance lance, Path root) {
    this.lance = lance;
    this.root = root;
  }

  /**
   * Reads the versions of a graph's manifest, up to the newest.
   *
   * @param root the graph's directory
   * @param from the first version to read
   * @return those versions
   */
  public static History read(Path root, long from) {
    try (RawLance lance = new RawLance()) {
      HistoryReader reader = new HistoryReader(lance, root);
      Path manifest = root.resolve("__manifest.lance");
      List<Version> versions = new ArrayList<>();
      for (long version = from; version <= lance.head(manifest); version++) {
        versions.add(reader.version(manifest, version));
      }
      return new History(versions);
    }
  }

  private Version version(Path manifest, long version) {
    Map<String, Long> pointers = new TreeMap<>();
    Map<String, Map<String, Map<String, String>>> contents = new TreeMap<>();
    List<CommitSeen> commits = new ArrayList<>();
    Set<String> rolledBack = new TreeSet<>();
    for (Map<String, String> row : lance.rows(manifest, version)) {
      switch (row.get("kind")) {
        case "table" -> {
          JsonNode head = WitnessReader.parse(row.get("document"));
          long pointer = head.at("/token/version").asLong();
          pointers.put(head.at("/id").asText(), pointer);
          contents.put(head.at("/name").asText(), rows(head.at("/path").asText(), pointer));
        }
        case "history" -> entry(WitnessReader.parse(row.get("document")), commits, rolledBack);
        case "segment" ->
            WitnessReader.segmentEntries(root.resolve("__lineage").resolve(row.get("key")))
                .forEach(entry -> entry(entry, commits, rolledBack));
        default -> {}
      }
    }
    commits.sort(Comparator.comparingLong(CommitSeen::manifestVersion));
    return new Version(version, pointers, commits, rolledBack, new Contents(contents));
  }

  private static void entry(JsonNode entry, List<CommitSeen> commits, Set<String> rolledBack) {
    WitnessReader.commit(entry).ifPresent(commits::add);
    if (entry.at("/entry").asText().equals("rollback")) {
      rolledBack.add(entry.at("/operation").asText());
    }
  }

  private Map<String, Map<String, String>> rows(String path, long version) {
    return rows.computeIfAbsent(
        path + "@" + version, any -> WitnessReader.byKey(lance.rows(root.resolve(path), version)));
  }
}
