package dev.linchpin.faultinjection.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.faultinjection.point.AnnotatedMethod.Kind;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.Moment;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.point.Recording;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.SharedStage;
import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.lance.Graph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator's repair, a process of its own, is killed after every durable call that it makes: a
 * writer's armed intent on two tables, a stranger's commit on top of its effect.
 */
@ExtendWith(SharedStage.class)
class RepairKilledTest {
  private static final String PERSON = Change.PERSON;

  @TempDir Path directory;

  private ChildJvm repair(Stage stage, Path graph, String script) {
    return stage.start(
        "repair", script, List.of(graph.toString()), directory.resolve("trace.ndjson"));
  }

  private static Path copy(Stage stage, Path graph) {
    Path copy = stage.fresh();
    Trees.copy(graph, copy);
    return copy;
  }

  /**
   * The ends of the durable calls that an undisturbed repair makes. What is durable at the entry of
   * one of them was so at the end of the one before.
   */
  private List<CrashPoint> points(Stage stage, Path graph) throws IOException {
    Path copy = copy(stage, graph);
    try (ChildJvm child = repair(stage, copy, PointScript.recording(stage.methods()))) {
      assertThat(child.awaitExit(Stage.PATIENCE)).as(child.output()).isZero();
      assertThat(child.lines()).contains("REPAIRED true");
      List<String> lines = Files.readAllLines(child.directory().resolve("points.txt"));
      return Recording.points(lines, stage.methods()).stream()
          .filter(point -> point.method().kind() == Kind.DURABLE_CALL)
          .filter(point -> !point.action().equals(CrashPoint.NO_ACTION))
          .filter(point -> point.moment() == Moment.EXIT)
          .toList();
    }
  }

  @Test
  void aRepairKilledAfterAnyDurableCallLeavesARefusalThatTheNextConfirmationEnds(Stage stage)
      throws IOException {
    Prepared prepared = stage.prepare(Scenarios.named("recover-refuse"));
    TableSeen before = WitnessReader.read(prepared.graph()).tables().get(PERSON);
    List<CrashPoint> points = points(stage, prepared.graph());
    assertThat(points)
        .extracting(CrashPoint::place)
        .contains(
            "BumpEpochs/manifest commit",
            "RealignTable/realign commit",
            "RecordRepair/repair record",
            "PublishRollback/manifest commit",
            "RecordAudit/audit record",
            "RemoveIntent/sidecar removal");
    // The realignment of the table that no stranger has touched needs no record.
    assertThat(points.stream().filter(point -> point.action().equals("RecordRepair"))).hasSize(1);
    for (CrashPoint point : points) {
      Path graph = copy(stage, prepared.graph());
      try (ChildJvm child = repair(stage, graph, PointScript.killing(point))) {
        stage.requireKilled(child, point);
      }
      requireNothingPassedUnrecorded(point, graph, before);
      finish(graph);
      requireHealed(point, graph, prepared);
      Trees.delete(graph);
    }
  }

  private static void requireNothingPassedUnrecorded(
      CrashPoint point, Path graph, TableSeen before) {
    Witness killed = WitnessReader.read(graph);
    boolean passed = killed.tables().get(PERSON).pointer() > before.pointer();
    assertThat(passed && repairs(graph) == 0).as("passed without a record, %s", point).isFalse();
    assertThat(repairs(graph)).as("records, %s", point).isLessThanOrEqualTo(1);
  }

  private static long repairs(Path graph) {
    Path records = graph.resolve("__repairs");
    if (!Files.isDirectory(records)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(records)) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an operator does next; an ordinary open finishes what needs no permit any more. */
  private static void finish(Path graph) {
    Optional<String> token;
    try (Graph looked = Graph.openReadOnly(graph, Actor.options("looker-"))) {
      token = looked.previewRepair().token();
    }
    if (token.isPresent()) {
      try (Graph repaired = Graph.openForRepair(graph, Actor.options("again-"))) {
        assertThat(repaired.repair(token.get(), "operator").complete()).isTrue();
      }
    }
    try (Graph opened = Graph.open(graph, Actor.options(Parties.OTHER))) {
      assertThat(opened.openingReport().clean()).isTrue();
    }
  }

  private static void requireHealed(CrashPoint point, Path graph, Prepared prepared) {
    Witness healed = WitnessReader.read(graph);
    assertThat(prepared.contents().differences(healed.contents())).as(point.id()).isEmpty();
    assertThat(healed.sidecars()).as(point.id()).isEmpty();
    assertThat(healed.commitsOf(Parties.VICTIM)).as(point.id()).isEmpty();
    assertThat(repairs(graph)).as(point.id()).isEqualTo(1);
    assertThat(healed.audits()).as(point.id()).hasSize(1);
    healed
        .tables()
        .forEach(
            (name, table) ->
                assertThat(table.head()).as(name + " " + point).isEqualTo(table.pointer()));
    try (Graph opened = Graph.open(graph, Actor.options(Parties.NEXT))) {
      Actor.write(opened, Parties.NEXT, Change.NEXT);
    }
    assertThat(
            Change.NEXT
                .applyTo(prepared.contents())
                .differences(WitnessReader.read(graph).contents()))
        .as("the next write, " + point)
        .isEmpty();
  }
}
