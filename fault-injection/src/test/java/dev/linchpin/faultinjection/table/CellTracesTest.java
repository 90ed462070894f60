package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellResult.Status;
import dev.linchpin.faultinjection.table.CellRunner.Sabotage;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Each cell tells, one file a process, what every process of it did and what was done to it. */
@ExtendWith(SharedStage.class)
class CellTracesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static CellResult run(Stage stage, String scenario, String point, TraceKeeping keeping) {
    Prepared prepared = stage.prepare(Scenarios.named(scenario));
    Cell cell = new Cell(prepared, Stage.point(prepared, point));
    return new CellRunner(stage, Sabotage.NONE, keeping).run(cell);
  }

  private static List<JsonNode> events(Path file) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theTracesBeginWithTheCreationAndTellOfTheCrash(Stage stage, @TempDir Path kept)
      throws IOException {
    CellResult result =
        run(stage, "two-tables", "ApplyEffect/table commit@exit", TraceKeeping.NONE.keptIn(kept));

    assertThat(result.status()).as(result.toString()).isEqualTo(Status.PASSED);
    Path traces = kept.resolve(names(kept).get(0));
    assertThat(names(traces))
        .containsExactly(
            "01-base.ndjson", "02-victim.ndjson", "03-next.ndjson", "environment.ndjson");
    assertThat(events(traces.resolve("01-base.ndjson")).get(0).at("/action").asText())
        .isEqualTo("CreateTables");
    List<JsonNode> victim = events(traces.resolve("02-victim.ndjson"));
    List<JsonNode> crash = events(traces.resolve("environment.ndjson"));
    assertThat(crash).extracting(event -> event.at("/action").asText()).containsOnly("Crash");
    assertThat(crash)
        .extracting(event -> event.at("/moment").asText())
        .containsExactly("INVOKE", "RETURN");
    assertThat(crash.get(0).at("/values/trace").asText()).isEqualTo("02-victim.ndjson");
    assertThat(crash.get(0).at("/nanos").asLong())
        .isGreaterThan(victim.get(victim.size() - 1).at("/nanos").asLong());
    assertThat(crash.get(1).at("/nanos").asLong())
        .isLessThan(events(traces.resolve("03-next.ndjson")).get(0).at("/nanos").asLong());
  }

  @Test
  void aStrangersCommitAndARivalAreToldOfToo(Stage stage, @TempDir Path kept) throws IOException {
    TraceKeeping keeping = TraceKeeping.NONE.keptIn(kept);
    run(stage, "recover-refuse", "ClassifyIntent@exit", keeping);
    run(stage, "recover-race", "LoseRecoveryCas@entry", keeping);

    Path refused = kept.resolve("recover-refuse-ClassifyIntent@exit");
    List<JsonNode> outside = events(refused.resolve("environment.ndjson"));
    assertThat(outside)
        .extracting(event -> event.at("/action").asText())
        .containsExactly("Crash", "Crash", "ForeignCommit", "ForeignCommit", "Crash", "Crash");
    assertThat(outside.get(3).at("/values/version").asLong()).isPositive();
    Path raced = kept.resolve("recover-race-LoseRecoveryCas@entry");
    assertThat(names(raced))
        .containsExactly(
            "01-base.ndjson",
            "02-victim.ndjson",
            "03-recoverer.ndjson",
            "04-rival.ndjson",
            "05-next.ndjson",
            "environment.ndjson");
  }

  @Test
  void aCellWhoseTraceIsNotTheSpecificationsHasFailedAndItsTracesAreKept(
      Stage stage, @TempDir Path kept) throws IOException {
    TraceKeeping keeping =
        TraceKeeping.NONE
            .judgedBy(traces -> List.of("an event fits nothing in " + traces.getFileName()))
            .failuresIn(kept);

    CellResult result = run(stage, "one-insert", "ArmRecovery/sidecar put@exit", keeping);

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.found()).singleElement().asString().contains("an event fits nothing");
    assertThat(names(kept)).containsExactly("one-insert-ArmRecovery-sidecar-put@exit");

    run(stage, "one-insert", "ArmRecovery/sidecar put@exit", TraceKeeping.NONE.failuresIn(kept));
    assertThat(names(kept)).hasSize(1);
  }
}
