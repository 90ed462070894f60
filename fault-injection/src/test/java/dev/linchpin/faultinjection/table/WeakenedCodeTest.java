package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.trace.ImmediateTraceJudge;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every obligation, switched off in the running code, is noticed: by the crash table's judge, by
 * the specification, or by both. What nothing notices fails here.
 */
@ExtendWith(SharedStage.class)
class WeakenedCodeTest {
  private static final List<String> ROWS = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void anObligationThatIsSwitchedOffInTheCodeIsNoticed(Weakening weakening, Stage stage) {
    int slash = weakening.cell.indexOf('/');
    Prepared scenario = stage.prepare(Scenarios.named(weakening.cell.substring(0, slash)));
    CrashPoint point = Stage.point(scenario, weakening.cell.substring(slash + 1));
    TraceKeeping traces = TraceKeeping.NONE.judgedBy(new ImmediateTraceJudge());

    CellResult result =
        new CellRunner(stage, weakening.sabotage(), traces).run(new Cell(scenario, point));

    boolean byTrace = result.found().stream().anyMatch(ImmediateTraceJudge::isOurs);
    boolean byJudge = result.found().stream().anyMatch(found -> !ImmediateTraceJudge.isOurs(found));
    ROWS.add(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %s | %.1f |",
            weakening.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            weakening.obligation,
            byJudge ? "yes" : "no",
            byTrace ? "yes" : "no",
            result.millis() / 1000.0));
    result.found().forEach(found -> System.out.println(weakening + ": " + found));
    assertThat(byTrace || byJudge).as("somebody notices " + weakening).isTrue();
    assertThat(result.status()).as(result.toString()).isNotEqualTo(CellResult.Status.PASSED);
  }

  @AfterAll
  static void show() {
    System.out.println("| weakened code | obligation | crash table | trace | seconds |");
    System.out.println("|---|---|---|---|---|");
    ROWS.forEach(System.out::println);
  }
}
