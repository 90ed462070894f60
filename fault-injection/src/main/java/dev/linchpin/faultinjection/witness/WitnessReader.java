package dev.linchpin.faultinjection.witness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.faultinjection.witness.Witness.AuditSeen;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import dev.linchpin.faultinjection.witness.Witness.SidecarSeen;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import dev.linchpin.faultinjection.witness.Witness.VersionSeen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a {@link Witness}. It opens datasets and files and writes nothing. */
public final class WitnessReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private WitnessReader() {}

  /**
   * Reads everything durable of a graph.
   *
   * @param root the graph's directory, which may be absent
   * @return what is there
   * @throws IllegalStateException if something there cannot be understood
   */
  public static Witness read(Path root) {
    Path manifest = root.resolve("__manifest.lance");
    if (!Files.isDirectory(manifest.resolve("_versions"))) {
      return new Witness(
          Optional.empty(),
          Map.of(),
          List.of(),
          Optional.empty(),
          sidecars(root),
          audits(root),
          new Contents(Map.of()));
    }
    try (RawLance lance = new RawLance()) {
      long version = lance.head(manifest);
      Map<String, TableSeen> tables = new TreeMap<>();
      Map<String, Map<String, Map<String, String>>> contents = new TreeMap<>();
      List<CommitSeen> commits = new ArrayList<>();
      Optional<String> graphHead = Optional.empty();
      for (Map<String, String> row : lance.rows(manifest, version)) {
        switch (row.get("kind")) {
          case "table" -> {
            JsonNode head = parse(row.get("document"));
            String type = head.at("/name").asText();
            TableSeen table = table(lance, root, head);
            tables.put(type, table);
            contents.put(type, byKey(lance.rows(root.resolve(table.path()), table.pointer())));
          }
          case "graphHead" -> graphHead = Optional.of(row.get("key"));
          case "history" -> commit(parse(row.get("document"))).ifPresent(commits::add);
          case "segment" ->
              commits.addAll(segment(root.resolve("__lineage").resolve(row.get("key"))));
          default -> {}
        }
      }
      commits.sort(Comparator.comparingLong(CommitSeen::manifestVersion));
      return new Witness(
          Optional.of(version),
          tables,
          commits,
          graphHead,
          sidecars(root),
          audits(root),
          new Contents(contents));
    }
  }

  private static TableSeen table(RawLance lance, Path root, JsonNode head) {
    String path = head.at("/path").asText();
    long pointer = head.at("/token/version").asLong();
    long newest = lance.head(root.resolve(path));
    List<VersionSeen> beyond = new ArrayList<>();
    for (long version = pointer + 1; version <= newest; version++) {
      beyond.add(lance.version(root.resolve(path), version));
    }
    return new TableSeen(
        head.at("/id").asText(), path, pointer, head.at("/token/epoch").asLong(), newest, beyond);
  }

  static Map<String, Map<String, String>> byKey(List<Map<String, String>> rows) {
    Map<String, Map<String, String>> byKey = new TreeMap<>();
    for (Map<String, String> row : rows) {
      String key = row.containsKey("key") ? row.get("key") : row.get("id");
      if (byKey.put(key, row) != null) {
        throw new IllegalStateException("two rows of key " + key);
      }
    }
    return byKey;
  }

  static Optional<CommitSeen> commit(JsonNode entry) {
    if (!entry.at("/entry").asText().equals("commit")) {
      return Optional.empty();
    }
    List<String> parents = new ArrayList<>();
    entry.at("/parents").forEach(parent -> parents.add(parent.asText()));
    return Optional.of(
        new CommitSeen(
            entry.at("/id").asText(),
            parents,
            entry.at("/operation").asText(),
            entry.at("/actor").asText(),
            entry.at("/manifestVersion").asLong(),
            versions(entry.at("/tables"))));
  }

  private static List<CommitSeen> segment(Path file) {
    return segmentEntries(file).stream().flatMap(entry -> commit(entry).stream()).toList();
  }

  static List<JsonNode> segmentEntries(Path file) {
    try {
      return Files.readAllLines(file).stream().map(WitnessReader::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the lineage segment " + file, e);
    }
  }

  private static List<SidecarSeen> sidecars(Path root) {
    List<SidecarSeen> sidecars = new ArrayList<>();
    for (Path file : files(root.resolve("__recovery"))) {
      String text = text(file);
      JsonNode node = parse(text);
      Map<String, List<Long>> readSet = new TreeMap<>();
      node.at("/readSet/tables")
          .properties()
          .forEach(
              table ->
                  readSet.put(
                      table.getKey(),
                      List.of(
                          table.getValue().at("/version").asLong(),
                          table.getValue().at("/epoch").asLong())));
      Map<String, String> transactions = new TreeMap<>();
      node.at("/targets")
          .forEach(
              target ->
                  transactions.put(
                      target.at("/table").asText(), target.at("/transactionUuid").asText()));
      sidecars.add(
          new SidecarSeen(
              file.getFileName().toString(),
              node.at("/operation").asText(),
              node.at("/phase").asText(),
              node.at("/lineage/commitId").asText(),
              readSet,
              transactions,
              versions(node.at("/achieved")),
              text));
    }
    return sidecars;
  }

  private static List<AuditSeen> audits(Path root) {
    List<AuditSeen> audits = new ArrayList<>();
    for (Path file : files(root.resolve("__audit"))) {
      String text = text(file);
      JsonNode node = parse(text);
      audits.add(new AuditSeen(node.at("/operation").asText(), node.at("/kind").asText(), text));
    }
    return audits;
  }

  private static Map<String, Long> versions(JsonNode node) {
    Map<String, Long> versions = new TreeMap<>();
    node.properties().forEach(entry -> versions.put(entry.getKey(), entry.getValue().asLong()));
    return versions;
  }

  /** A name with a leading dot is an object that is not put yet. */
  private static List<Path> files(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  static JsonNode parse(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      if (node == null || !node.isObject()) {
        throw new IllegalStateException("not a JSON object: " + text);
      }
      return node;
    } catch (IOException e) {
      throw new IllegalStateException("not JSON: " + text, e);
    }
  }
}
