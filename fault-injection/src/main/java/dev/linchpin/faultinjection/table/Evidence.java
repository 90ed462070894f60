package dev.linchpin.faultinjection.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.faultinjection.judge.ContractRow;
import dev.linchpin.faultinjection.table.CellResult.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Results as a JSON file that says what it is from. */
final class Evidence {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Evidence() {}

  static void write(CrashTableReport report, Path file) {
    ObjectNode node = JSON.createObjectNode();
    node.put("evidence", "crash-table").put("formatVersion", 1);
    node.put("commit", report.commit()).put("seed", report.seed()).put("all", report.all());
    report.versions().forEach(node.putObject("versions")::put);
    node.put("started", report.started()).put("seconds", report.seconds());
    node.put("enumerated", report.enumerated()).put("run", report.cells().size());
    node.put("green", report.green());
    ArrayNode rows = node.putArray("rows");
    for (String adapter : report.adapters()) {
      for (ContractRow row : ContractRow.values()) {
        ObjectNode counts = rows.addObject().put("adapter", adapter).put("row", row.title());
        for (Status status : Status.values()) {
          counts.put(status.name().toLowerCase(), report.count(adapter, row, status));
        }
      }
    }
    ArrayNode cells = node.putArray("cells");
    for (CellResult cell : report.cells()) {
      ObjectNode one = cells.addObject();
      one.put("adapter", cell.adapter()).put("scenario", cell.scenario());
      one.put("point", cell.point()).put("status", cell.status().name());
      cell.row().ifPresent(row -> one.put("row", row.title()));
      one.put("witness", cell.witness()).put("expected", cell.expected());
      cell.found().forEach(one.putArray("found")::add);
      one.put("millis", cell.millis()).put("command", cell.command());
    }
    try {
      if (file.toAbsolutePath().getParent() != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
      }
      Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the evidence to " + file, e);
    }
  }

  /** What the caller says; else what git says of the working directory; else that nobody knows. */
  static String commit(Optional<String> given) {
    return given
        .or(
            () ->
                git("rev-parse", "HEAD")
                    .map(
                        head ->
                            git("status", "--porcelain").filter(String::isEmpty).isPresent()
                                ? head
                                : head + "-dirty"))
        .orElse("unknown");
  }

  private static Optional<String> git(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0
          ? Optional.of(out)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no git here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  static Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    versions.put("JDK", System.getProperty("java.vm.version"));
    versions.put("Lance", property("lance"));
    versions.put("Linchpin", property("linchpin"));
    return versions;
  }

  /** From a file that the build fills in: a build directory has no {@code pom.properties} yet. */
  private static String property(String name) {
    String resource = "/dev/linchpin/faultinjection/version.properties";
    try (InputStream in = Evidence.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the build left out " + resource);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty(name);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
