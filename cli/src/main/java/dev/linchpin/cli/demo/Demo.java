package dev.linchpin.cli.demo;

import static dev.linchpin.cli.demo.AirportData.AIRPORT;
import static dev.linchpin.cli.demo.AirportData.ROUTE;

import dev.linchpin.cli.Inspection;
import dev.linchpin.cli.Inspection.Pending;
import dev.linchpin.cli.Style;
import dev.linchpin.cli.Tables;
import dev.linchpin.faultinjection.jvm.ChildImage;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.write.WriteOptions;
import dev.linchpin.write.WriteReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The demonstration, step by step. */
public final class Demo {
  private static final WriteOptions AS_DEMO = WriteOptions.DEFAULT.as("demo");

  private final Path directory;
  private final PrintWriter out;
  private final long began = System.nanoTime();
  private int step;

  /**
   * A demonstration.
   *
   * @param directory where the graph will be; must hold none yet
   * @param out where it is told
   */
  public Demo(Path directory, PrintWriter out) {
    this.directory = directory;
    this.out = out;
  }

  /**
   * Runs it.
   *
   * @throws dev.linchpin.error.AlreadyExistsException if there is a graph already
   */
  public void run() {
    long loaded;
    try (Graph graph = create()) {
      loaded = load(graph);
      change(graph);
    }
    try (ChildImage image = ChildImage.prepare()) {
      step(
          "crash",
          "A child process adds an airport and two routes; killed after the first of two table commits.");
      Killing.atFirstEndOf(image, directory, "ApplyEffect");
      durable();
      recover("The next process that opens the graph for writing settles that first:");
      step(
          "crash",
          "The same write again; killed after both effects are confirmed, before they are published.");
      Killing.atFirstEndOf(image, directory, "ConfirmEffects");
      durable();
      recover(
          "It was complete, so the next process publishes it, under the dead writer's own commit id:");
    }
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT)) {
      log(graph);
      timeTravel(graph, loaded);
    }
    out.printf("%nThat took %.1f s. The graph stays; look around:%n", seconds());
    out.println("  ./linchpin show " + directory);
    out.println("  ./linchpin log " + directory);
    out.flush();
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  private void step(String name, String sentence) {
    step++;
    out.printf("%n%s  %s%n", Style.bold(String.format("%2d %-11s", step, name)), sentence);
    out.flush();
  }

  private void detail(String text) {
    out.println("                " + text);
    out.flush();
  }

  private Graph create() {
    step("create", "An empty graph: node type Airport, edge type Route, one Lance table each.");
    return Graph.create(directory, AirportData.schema(), GraphOptions.DEFAULT);
  }

  private long load(Graph graph) {
    step(
        "load",
        "US airports and the flight routes of 2008, in one write: one manifest commit shows both.");
    WriteReport<Void> report =
        graph.mutate(
            AS_DEMO,
            write -> {
              write.insert(AIRPORT, AirportData.airports());
              write.insert(ROUTE, AirportData.routes());
              return null;
            });
    committed(graph, report);
    return report.manifestVersion();
  }

  private void change(Graph graph) {
    step(
        "change",
        "One write over both tables: a new airport, a route moved to it, a route deleted.");
    WriteReport<Void> report =
        graph.mutate(
            AS_DEMO,
            write -> {
              write.insert(
                  AIRPORT, AirportData.airport("XNB", "New Airport", "Newtown", "PA", 40.2, -75.0));
              write.upsert(ROUTE, AirportData.route("ABE", "PHL", 2).with("to", "XNB"));
              write.delete(ROUTE, List.of("ABE-BHM"));
              return null;
            });
    committed(graph, report);
  }

  private void committed(Graph graph, WriteReport<?> report) {
    detail(
        Style.good("published")
            + " as manifest version "
            + report.manifestVersion()
            + ", commit "
            + report.commit().map(Object::toString).orElse("none"));
    counts(graph);
  }

  private void counts(Graph graph) {
    try (Snapshot now = graph.snapshot()) {
      detail("readers see " + counts(now));
    }
  }

  private static String counts(Snapshot snapshot) {
    return Tables.count(snapshot.count(AIRPORT))
        + " airports, "
        + Tables.count(snapshot.count(ROUTE))
        + " routes";
  }

  private void durable() {
    step("on disk", "What the dead process left, before anybody recovers:");
    try (Inspection inspection = new Inspection(directory);
        Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT)) {
      for (TableHead head : inspection.heads(inspection.newest())) {
        long physical = inspection.physicalHead(head);
        detail(
            String.format(
                "%-8s published version %d, physically there %d%s",
                head.name(),
                head.version(),
                physical,
                physical == head.version() ? "" : Style.warn("  (invisible)")));
      }
      for (Pending pending : inspection.sidecars()) {
        detail(Style.warn("sidecar") + "  " + pending.phase());
        detail("         " + pending.what());
        detail("         " + pending.details());
      }
      counts(graph);
    }
  }

  private void recover(String sentence) {
    step("recover", sentence);
    try (Graph graph = Graph.open(directory, GraphOptions.DEFAULT)) {
      RecoveryReport report = graph.openingReport();
      report
          .outcomes()
          .forEach(
              outcome ->
                  detail(Style.good(Tables.words(outcome.resolution())) + ": " + outcome.detail()));
      counts(graph);
      aligned();
    }
  }

  private void aligned() {
    try (Inspection inspection = new Inspection(directory)) {
      List<TableHead> heads = inspection.heads(inspection.newest());
      if (heads.stream().allMatch(head -> inspection.physicalHead(head) == head.version())) {
        detail(
            "nothing invisible is left: "
                + heads.stream()
                    .map(head -> head.name() + " " + head.version())
                    .collect(Collectors.joining(", ")));
      }
    }
  }

  private void log(Graph graph) {
    step("log", "What was published, newest first; a write that was rolled back is no commit.");
    try (Stream<GraphCommit> log = graph.log();
        Inspection inspection = new Inspection(directory)) {
      log.forEach(
          commit ->
              detail(
                  String.format(
                      "%s  manifest %2d  by %-10s  %s",
                      Style.name(commit.id().value()),
                      commit.manifestVersion(),
                      commit.actor(),
                      Tables.versions(commit.tables(), inspection))));
    }
  }

  private void timeTravel(Graph graph, long loaded) {
    step("time travel", "The same read, as of the load and now.");
    try (Snapshot then = graph.snapshotAt(loaded);
        Snapshot now = graph.snapshot()) {
      detail("manifest " + loaded + ": " + counts(then));
      detail("manifest " + now.version() + ": " + counts(now));
    }
  }
}
