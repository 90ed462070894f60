package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.judge.CaseFile;
import dev.linchpin.faultinjection.judge.CreationJudge;
import dev.linchpin.faultinjection.judge.Judge;
import dev.linchpin.faultinjection.judge.Verdict;
import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.scenario.Change;
import dev.linchpin.faultinjection.scenario.Scenario;
import dev.linchpin.faultinjection.scenario.Scenario.Meddling;
import dev.linchpin.faultinjection.scenario.Scenario.Shape;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellResult.Status;
import dev.linchpin.faultinjection.trace.CaseTraces;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.WitnessReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs one cell: kill, witness, another process, witness, verdict. */
final class CellRunner {
  private final Stage stage;
  private final Sabotage sabotage;
  private final TraceKeeping keeping;

  CellRunner(Stage stage, Sabotage sabotage) {
    this(stage, sabotage, TraceKeeping.NONE);
  }

  CellRunner(Stage stage, Sabotage sabotage, TraceKeeping keeping) {
    this.stage = stage;
    this.sabotage = sabotage;
    this.keeping = keeping;
  }

  /**
   * Byteman rules that break the product on purpose; the judge must notice.
   *
   * @param victim rules for the process that is killed
   * @param next rules for the process that comes along
   */
  record Sabotage(String victim, String next) {
    static final Sabotage NONE = new Sabotage("", "");
  }

  CellResult run(Cell cell) {
    long began = System.nanoTime();
    Path graph = stage.fresh();
    String seen = "(none taken)";
    Prepared prepared = cell.prepared();
    CaseTraces traces = CaseTraces.continuing(prepared.traces(), stage.fresh());
    boolean passed = false;
    try {
      if (Files.exists(prepared.graph())) {
        Trees.copy(prepared.graph(), graph);
      }
      Set<String> acknowledged;
      String script = sabotage.victim() + PointScript.killing(cell.point());
      Path trace = traces.next(role(prepared.scenario().shape()));
      try (ChildJvm killed = stage.play(prepared.scenario(), graph, script, traces, trace)) {
        stage.requireKilled(killed, cell.point());
        traces.halted(trace);
        acknowledged =
            killed.lines().stream()
                .filter(line -> line.startsWith("ACK "))
                .map(line -> line.split(" ")[1])
                .collect(Collectors.toSet());
      }
      Witness dead = WitnessReader.read(graph);
      seen = dead.describe();
      Aftermath after = comeAlong(prepared.scenario(), graph, traces.next("next"));
      Verdict verdict =
          prepared.scenario().shape() instanceof Shape.Create
              ? CreationJudge.judge(
                  dead,
                  after.settled(),
                  after.again(),
                  Change.EMPTY,
                  Change.NEXT.applyTo(Change.FOUNDATION.applyTo(Change.EMPTY)),
                  after.lines())
              : Judge.judge(caseFile(prepared, dead, after, acknowledged));
      List<String> found = new ArrayList<>(verdict.found());
      found.addAll(keeping.judge().judge(traces.directory()));
      passed = found.isEmpty();
      return result(
          cell,
          passed ? Status.PASSED : Status.FAILED,
          new Verdict(verdict.row(), verdict.expected(), found),
          seen,
          began);
    } catch (RuntimeException e) {
      Verdict none =
          new Verdict(
              Optional.empty(), "a killed process and a judged outcome", List.of(e.toString()));
      return result(cell, Status.ERROR, none, seen, began);
    } finally {
      Trees.delete(graph);
      keeping.end(traces.directory(), cell.name(), passed);
    }
  }

  private static String role(Shape shape) {
    if (shape instanceof Shape.Recover) {
      return "recoverer";
    }
    return shape instanceof Shape.Create ? "creator" : "victim";
  }

  private record Aftermath(Witness settled, Witness again, List<String> lines) {}

  private Aftermath comeAlong(Scenario scenario, Path graph, Path trace) {
    try (ChildJvm next = stage.comeAlong(scenario, graph, sabotage.next(), trace)) {
      if (next.awaitLineOrEnd("SETTLED"::equals, Stage.PATIENCE).isEmpty()) {
        Witness left = WitnessReader.read(graph);
        return new Aftermath(left, left, next.lines());
      }
      Witness settled = WitnessReader.read(graph);
      next.send("");
      int exit = next.awaitExit(Stage.PATIENCE);
      if (exit != 0) {
        throw new IllegalStateException(
            "the second recovery ended with " + exit + ":\n" + next.output());
      }
      return new Aftermath(settled, WitnessReader.read(graph), next.lines());
    }
  }

  private static CaseFile caseFile(
      Prepared prepared, Witness dead, Aftermath after, Set<String> acknowledged) {
    UnaryOperator<Contents> other = UnaryOperator.identity();
    Change change;
    boolean refusal = false;
    if (prepared.scenario().shape() instanceof Shape.Write write) {
      change = write.change();
      other = write.other().<UnaryOperator<Contents>>map(any -> any::applyTo).orElse(other);
    } else if (prepared.scenario().shape() instanceof Shape.Recover recover) {
      change = recover.change();
      refusal = recover.meddling() == Meddling.FOREIGN_COMMIT;
    } else {
      throw new IllegalArgumentException("no write to judge in " + prepared.scenario());
    }
    return new CaseFile(
        prepared.before(),
        prepared.trial().orElse(dead),
        dead,
        after.settled(),
        after.again(),
        prepared.contents(),
        other,
        change::applyTo,
        refusal ? Change.NEXT_ELSEWHERE::applyTo : Change.NEXT::applyTo,
        acknowledged,
        after.lines(),
        refusal);
  }

  private static CellResult result(
      Cell cell, Status status, Verdict verdict, String witness, long began) {
    return new CellResult(
        cell.prepared().scenario().adapter(),
        cell.prepared().scenario().name(),
        cell.point().id(),
        verdict.row(),
        status,
        witness,
        verdict.expected(),
        verdict.found(),
        (System.nanoTime() - began) / 1_000_000);
  }
}
