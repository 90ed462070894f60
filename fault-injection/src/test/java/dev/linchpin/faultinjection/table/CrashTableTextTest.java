package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.judge.ContractRow;
import dev.linchpin.faultinjection.table.CellResult.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTableTextTest {
  private static final CellResult PASSED = cell("one-insert", Status.PASSED, List.of());
  private static final CellResult FAILED =
      cell("two-tables", Status.FAILED, List.of("Person ada: expected no row, found {key=ada}"));

  private static CellResult cell(String scenario, Status status, List<String> found) {
    return new CellResult(
        "MUTATION",
        scenario,
        "ApplyEffect/table commit@exit",
        Optional.of(ContractRow.EFFECTS_NOT_CONFIRMED),
        status,
        "sidecar victim-1: armed",
        "the state before the write",
        found,
        12);
  }

  private static CrashTableReport report(CellResult... cells) {
    return new CrashTableReport(
        "abc", 5, false, Map.of("Lance", "7"), "2026-12-01T00:00:00Z", 1.5, 800, List.of(cells));
  }

  @Test
  void aFailureIsShownWithEverythingThatItTakesToRepeatIt() {
    String text = CrashTableText.render(report(PASSED, FAILED));

    assertThat(text)
        .contains("FAILED  two-tables/ApplyEffect/table commit@exit")
        .contains("witness   sidecar victim-1: armed")
        .contains("expected  the state before the write")
        .contains("found     Person ada: expected no row, found {key=ada}")
        .contains(
            "./linchpin crash-table --adapter MUTATION"
                + " --point 'two-tables/ApplyEffect/table commit@exit'")
        .contains("1 of 2 cells passed (2 of 800 run)")
        .contains("seed 5");
  }

  @Test
  void everyRowOfTheContractIsShownForAnAdapter() {
    String text = CrashTableText.render(report(PASSED));

    for (ContractRow row : ContractRow.values()) {
      assertThat(text).contains(row.title());
    }
  }

  @Test
  void aReportWithoutCellsIsNotGreen() {
    assertThat(report().green()).isFalse();
    assertThat(report(PASSED).green()).isTrue();
    assertThat(report(PASSED, FAILED).green()).isFalse();
  }

  @Test
  void theEvidenceSaysWhatItIsFrom(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("deep").resolve("crash-table.json");

    Evidence.write(report(PASSED, FAILED), file);

    assertThat(Files.readString(file))
        .contains("\"commit\" : \"abc\"", "\"seed\" : 5", "\"Lance\" : \"7\"", "\"green\" : false");
  }

  @Test
  void progressNamesEachFailureAtOnce() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TerminalProgress progress =
        new TerminalProgress(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    progress.cell(FAILED, 1, 100);

    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("FAILED two-tables/ApplyEffect");
  }
}
