package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QuickModelTest {
  private static final List<Progress> HEARD = new ArrayList<>();
  private static ModelCheckReport report;

  @BeforeAll
  static void check() throws Exception {
    report =
        ModelCheck.run(
            Model.QUICK,
            new ProgressListener() {
              @Override
              public void progress(Progress progress) {
                HEARD.add(progress);
              }
            });
    System.out.println(report.render());
  }

  @Test
  void everyPropertyHoldsInEveryReachableStateOfTheQuickModel() {
    assertThat(report.runs())
        .allSatisfy(run -> assertThat(run.outcome()).isInstanceOf(Outcome.Passed.class));
  }

  @Test
  void noActionOfNextIsDead() {
    assertThat(report.deadActions()).isEmpty();
    assertThat(report.coverage().keySet()).containsAll(SpecActions.ofNext());
  }

  @Test
  void theNumberOfStatesOfEachRunIsTheKnownOne() {
    assertThat(report.runs())
        .allSatisfy(
            run -> assertThat(run.distinct()).isEqualTo(run.run().distinctStates().getAsLong()));
    assertThat(report.passed()).isTrue();
  }

  @Test
  void progressIsReportedWhileALongRunGoesOn() {
    assertThat(HEARD).isNotEmpty();
    assertThat(HEARD.get(HEARD.size() - 1).distinct()).isPositive();
  }

  @Test
  void theReportIsReadableByMachines() {
    assertThat(report.toJson())
        .startsWith("{\"model\":\"quick\",\"passed\":true,")
        .contains("\"run\":\"quick-writers\"", "\"PublishManifest\":");
  }

  @Test
  void anActionThatNoRunTakesIsReportedAsDeadAndFailsTheModel() {
    List<RunReport> onlyCreation =
        report.runs().stream().filter(run -> run.run().name().equals("quick-gates")).toList();
    ModelCheckReport partial =
        new ModelCheckReport(Model.QUICK, onlyCreation, report.actions(), report.elapsed());

    assertThat(partial.deadActions()).contains("Crash", "RollForward");
    assertThat(partial.passed()).isFalse();
    assertThat(partial.render()).contains("never taken: ");
  }
}
