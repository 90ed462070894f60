package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellRunner.Sabotage;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.modelchecking.trace.TraceFile;
import dev.linchpin.modelchecking.trace.TraceValidator;
import dev.linchpin.modelchecking.trace.TraceVerdict;
import dev.linchpin.modelchecking.trace.TraceVerdict.Accepted;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The true trace of a writer that was killed after its second effect and of the process that
 * recovered it, on real Lance, in which one thing at a time is turned into a lie. A validator that
 * believed one of them would prove nothing.
 */
@ExtendWith(SharedStage.class)
class SeededLiesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One file's events, to be changed. */
  private static final class Telling {
    final String name;
    final List<ObjectNode> events = new ArrayList<>();

    Telling(TraceFile file) throws JsonProcessingException {
      name = file.name();
      for (String line : file.lines()) {
        events.add((ObjectNode) JSON.readTree(line));
      }
    }

    TraceFile file() {
      return new TraceFile(name, events.stream().map(ObjectNode::toString).toList());
    }

    List<Integer> of(String action) {
      List<Integer> places = new ArrayList<>();
      for (int i = 0; i < events.size(); i++) {
        if (events.get(i).get("action").asText().equals(action)) {
          places.add(i);
        }
      }
      return places;
    }

    ObjectNode values(String action) {
      List<Integer> places = of(action);
      return (ObjectNode) events.get(places.get(1)).get("values");
    }

    void drop(String action) {
      events.removeIf(event -> event.get("action").asText().equals(action));
    }

    /** Each takes the other's place in time. */
    void swap(String one, String other) {
      List<Integer> ones = of(one);
      List<Integer> others = of(other);
      for (int moment = 0; moment < 2; moment++) {
        int a = ones.get(moment);
        int b = others.get(moment);
        long nanos = events.get(a).get("nanos").asLong();
        events.get(a).put("nanos", events.get(b).get("nanos").asLong());
        events.get(b).put("nanos", nanos);
        ObjectNode kept = events.get(a);
        events.set(a, events.get(b));
        events.set(b, kept);
      }
    }
  }

  private record Lie(String name, String role, Consumer<Telling> told, String misfit) {}

  private static final List<Lie> LIES =
      List.of(
          new Lie("an event dropped", "next", next -> next.drop("BumpEpochs"), "ReadRealignHead"),
          new Lie(
              "two events swapped",
              "next",
              next -> next.swap("ConfirmEffects", "PublishManifest"),
              "PublishManifest"),
          new Lie(
              "a wrong version",
              "next",
              next -> {
                ObjectNode values = next.values("ApplyEffect");
                values.put("landed", values.get("landed").asLong() + 1);
              },
              "ApplyEffect"),
          new Lie(
              "a publish with a stale read set",
              "next",
              next -> {
                ObjectNode tokens = (ObjectNode) next.values("Prepare").get("readSet");
                tokens.properties().forEach(token -> tokens.putArray(token.getKey()).add(1).add(0));
              },
              "Prepare"),
          new Lie(
              "an effect before its intent",
              "victim",
              victim -> victim.swap("ArmRecovery", "ApplyEffect"),
              "ApplyEffect"),
          new Lie(
              "a recovery that claims to have found its commit visible",
              "next",
              next -> next.values("ClassifyIntent").put("verdict", "CONVERGE"),
              "ClassifyIntent"),
          new Lie(
              "an audit of something else",
              "next",
              next -> next.values("RecordAudit").put("kind", "ROLLED_FORWARD"),
              "RecordAudit"),
          new Lie(
              "a sidecar that says something else",
              "next",
              next -> next.values("DiscoverIntents").put("phase", "Confirmed"),
              "DiscoverIntents"),
          new Lie(
              "a HEAD that was not there",
              "next",
              next -> next.values("ReadRealignHead").put("head", 2),
              "ReadRealignHead"),
          new Lie(
              "a pointer that moves elsewhere",
              "next",
              next -> next.values("PublishRollback").put("version", 3),
              "PublishRollback"),
          new Lie(
              "a base of another manifest",
              "next",
              next -> next.values("CaptureBase").put("manifest", 2),
              "CaptureBase"),
          new Lie(
              "gates taken in another order",
              "victim",
              victim -> {
                ObjectNode values = victim.values("AcquireGates");
                List<String> gates = new ArrayList<>();
                values.get("gates").forEach(gate -> gates.add(0, gate.asText()));
                gates.forEach(values.putArray("gates")::add);
              },
              "AcquireGates"));

  @Test
  void theTruthIsBelievedAndEachLieIsNot(Stage stage, @TempDir Path kept) throws Exception {
    List<TraceFile> truth = record(stage, kept);
    List<List<TraceFile>> tellings = new ArrayList<>(List.of(truth));
    for (Lie lie : LIES) {
      List<TraceFile> telling = new ArrayList<>();
      for (TraceFile file : truth) {
        Telling told = new Telling(file);
        if (file.name().contains(lie.role())) {
          lie.told().accept(told);
          assertThat(told.file()).as(lie.name()).isNotEqualTo(file);
        }
        telling.add(told.file());
      }
      tellings.add(telling);
    }

    List<TraceVerdict> verdicts = TraceValidator.validateAll(tellings);

    assertThat(verdicts.get(0))
        .isInstanceOfSatisfying(
            Accepted.class,
            accepted ->
                assertThat(accepted.actions())
                    .contains("CreateGraph", "Crash", "BumpEpochs", "RealignTable", "RecordAudit"));
    for (int i = 0; i < LIES.size(); i++) {
      Lie lie = LIES.get(i);
      assertThat(verdicts.get(i + 1))
          .as(lie.name())
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                System.out.println(lie.name() + ": " + rejected.describe());
                assertThat(rejected.misfits())
                    .as(rejected.describe())
                    .anyMatch(misfit -> misfit.event().startsWith(lie.misfit()));
                assertThat(rejected.state()).anyMatch(fact -> fact.startsWith("the manifest is"));
                assertThat(rejected.describe()).contains("there the specification allows: ");
              });
    }
  }

  private static List<TraceFile> record(Stage stage, Path kept) throws IOException {
    Prepared scenario = stage.prepare(Scenarios.named("two-tables"));
    CellResult cell =
        new CellRunner(stage, Sabotage.NONE, TraceKeeping.NONE.keptIn(kept))
            .run(new Cell(scenario, Stage.point(scenario, "ApplyEffect/table commit#2@exit")));
    assertThat(cell.found()).isEmpty();
    try (Stream<Path> cases = Files.list(kept)) {
      return TraceValidator.files(cases.findFirst().orElseThrow());
    }
  }
}
