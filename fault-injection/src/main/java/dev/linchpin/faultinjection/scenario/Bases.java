package dev.linchpin.faultinjection.scenario;

import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.scenario.Scenario.Base;
import dev.linchpin.faultinjection.trace.CaseTraces;
import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.RawLance;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.trace.TraceSink;
import java.nio.file.Path;
import java.util.List;

/** The graphs that scenarios begin with. */
final class Bases {
  /** As many commits as the manifest keeps before it spills the older half into a segment. */
  private static final int WINDOW = 64;

  private Bases() {}

  static Contents make(Stage stage, Base base, Path graph, CaseTraces traces) {
    Contents contents = Change.FOUNDATION.applyTo(Change.EMPTY);
    try (NdjsonTraceSink trace = new NdjsonTraceSink(traces.next("base"));
        Graph created = Graph.create(graph, Actor.schema(), Actor.options("founder-", trace))) {
      Actor.write(created, "founder-", Change.FOUNDATION);
      switch (base) {
        case FOUNDED, DRIFTED -> {}
        case LONG_HISTORY -> {
          for (int commits = 1; commits < WINDOW; commits++) {
            Actor.write(created, "founder-", Change.HISTORY);
          }
          contents = Change.HISTORY.applyTo(contents);
        }
      }
      return base == Base.DRIFTED ? drift(stage, graph, contents, traces, trace) : contents;
    }
  }

  /**
   * A writer stalls between its intent and its effect; somebody else fences it and writes; it
   * wakes, its effect lands, and it dies before it can say so.
   */
  private static Contents drift(
      Stage stage, Path graph, Contents contents, CaseTraces traces, TraceSink own) {
    String diesAfterEffect =
        String.join(
            "\n",
            "RULE dies after its effect",
            "CLASS dev.linchpin.lance.storage.LanceTableSubstrate",
            "METHOD commit(dev.linchpin.protocol.OperationId,dev.linchpin.protocol.PlannedEffect)",
            "AT EXIT",
            "IF TRUE",
            "DO killJVM(" + PointScript.EXIT_CODE + ")",
            "ENDRULE",
            "");
    List<String> arguments = List.of(graph.toString(), Change.INSERT_ONE.name());
    Path trace = traces.next("stalled");
    try (ChildJvm stalled =
        stage.start("stall", Weather.stallBeforeEffect() + diesAfterEffect, arguments, trace)) {
      stalled.awaitLine("STALLED"::equals, Stage.PATIENCE);
      try (Graph other = Graph.open(graph, Actor.options(Parties.OTHER, own))) {
        other.mutate(
            Stage.impatient(),
            mutation -> {
              Change.CORRECT_AGE.apply(mutation);
              return null;
            });
      }
      stalled.send("");
      if (stalled.awaitExit(Stage.PATIENCE) != PointScript.EXIT_CODE) {
        throw new IllegalStateException("the stalled writer did not die:\n" + stalled.output());
      }
      traces.halted(trace);
    }
    Witness witness = WitnessReader.read(graph);
    if (!witness.sidecars().isEmpty()
        || witness.tables().values().stream().noneMatch(table -> table.head() > table.pointer())) {
      throw new IllegalStateException("no drift without a sidecar:\n" + witness.describe());
    }
    return Change.CORRECT_AGE.applyTo(contents);
  }

  /** Appends one row to a table without telling anybody, as a stranger with Lance would. */
  static void foreignCommit(Path graph, String type, CaseTraces traces) {
    TableSeen table = WitnessReader.read(graph).tables().get(type);
    try (RawLance lance = new RawLance()) {
      traces.foreignAppend(table.id(), () -> lance.appendForeignCopy(graph.resolve(table.path())));
    }
  }
}
