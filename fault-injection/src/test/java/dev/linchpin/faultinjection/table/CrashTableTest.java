package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.faultinjection.judge.ContractRow;
import dev.linchpin.faultinjection.point.AnnotatedMethod;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellResult.Status;
import dev.linchpin.faultinjection.table.CellRunner.Sabotage;
import dev.linchpin.faultinjection.trace.SpecificationJudge;
import dev.linchpin.faultinjection.trace.SpecificationJudge.Judgement;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedStage.class)
class CrashTableTest {
  private static final Path EVIDENCE = Path.of("target", "evidence", "crash-table.json");

  @Test
  void everyAnnotatedActionAndDurableCallIsReachedByAScenario(Stage stage) {
    Set<String> missing = new TreeSet<>();
    stage.methods().forEach(method -> missing.add(method.kind() + " " + method.name()));

    for (Prepared scenario : CrashTable.prepare(stage, Scenarios.all())) {
      for (CrashPoint point : scenario.points()) {
        AnnotatedMethod method = point.method();
        missing.remove(method.kind() + " " + method.name());
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void everyDurableCallButTheLivenessLockHappensInsideAnAction(Stage stage) {
    for (Prepared scenario : CrashTable.prepare(stage, Scenarios.all())) {
      assertThat(scenario.points())
          .filteredOn(point -> point.action().equals(CrashPoint.NO_ACTION))
          .allMatch(point -> point.method().name().equals("liveness lock"));
    }
  }

  @Test
  void everyCellHasANameOfItsOwnAndEnumeratingAgainGivesTheSameNames(Stage stage) {
    List<String> names =
        CrashTable.cells(CrashTable.prepare(stage, Scenarios.all())).stream()
            .map(Cell::name)
            .toList();
    assertThat(names).hasSizeGreaterThan(200).doesNotHaveDuplicates();

    List<CrashPoint> again = stage.rehearse(Scenarios.named("two-tables"));
    assertThat(again).isEqualTo(stage.prepare(Scenarios.named("two-tables")).points());
  }

  @Test
  void theRepresentativeSetIsGreenReachesEveryRowAndIsABehaviourOfTheSpecification(Stage stage)
      throws InterruptedException {
    SpecificationJudge specification = new SpecificationJudge();
    CrashTableReport report =
        CrashTable.run(
            CrashTableOptions.DEFAULT
                .withEvidence(EVIDENCE)
                .withTraces(TraceKeeping.NONE.judgedBy(specification)),
            new TerminalProgress(System.out),
            stage);
    System.out.print(CrashTableText.render(report));

    Judgement judgement = specification.settle();
    System.out.println(judgement.render());

    assertThat(judgement.rejected()).isEmpty();
    assertThat(judgement.runs()).isEqualTo(report.cells().size());
    assertThat(judgement.seen()).contains("Crash", "ForeignCommit", "LoseReply", "RollForward");
    assertThat(report.notPassed()).isEmpty();
    assertThat(report.green()).isTrue();
    for (ContractRow row : ContractRow.values()) {
      assertThat(report.count("MUTATION", row, Status.PASSED)).as(row.title()).isPositive();
    }
    Set<String> scenarios = new HashSet<>();
    report.cells().forEach(cell -> scenarios.add(cell.scenario()));
    assertThat(scenarios).hasSameSizeAs(Scenarios.all());
    assertThat(EVIDENCE).content().contains("\"green\" : true", "\"commit\"", "\"Lance\"");
  }

  @Test
  void aProcessThatDoesNotDieWhereItShouldIsAnErrorAndNeverAPass(Stage stage) {
    Prepared scenario = stage.prepare(Scenarios.named("one-insert"));
    CrashPoint point = scenario.points().get(0);
    CrashPoint neverReached =
        new CrashPoint(
            point.action(), point.durableCall(), 1, point.moment(), point.method(), 1_000);
    CrashPoint inAnotherAction =
        new CrashPoint(
            "ApplyEffect", point.durableCall(), 1, point.moment(), point.method(), point.hit());

    for (CrashPoint wrong : List.of(neverReached, inAnotherAction)) {
      CellResult result = new CellRunner(stage, Sabotage.NONE).run(new Cell(scenario, wrong));
      assertThat(result.status()).isEqualTo(Status.ERROR);
      assertThat(result.found()).first().asString().contains("not killed there");
    }
  }

  @Test
  void aPointThatDoesNotExistIsRefusedWithThoseThatDo(Stage stage) {
    CrashTableOptions options = CrashTableOptions.of(null, "one-insert/Nonsense@exit", false);

    assertThatThrownBy(() -> CrashTable.run(options, ProgressListener.NONE, stage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Nonsense")
        .hasMessageContaining("one-insert/ArmRecovery/sidecar put@exit");
  }
}
