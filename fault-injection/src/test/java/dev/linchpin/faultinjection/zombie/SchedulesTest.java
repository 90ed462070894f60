package dev.linchpin.faultinjection.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.table.SharedStage;
import dev.linchpin.faultinjection.trace.SpecificationJudge;
import dev.linchpin.faultinjection.trace.SpecificationJudge.Judgement;
import dev.linchpin.faultinjection.trace.TraceJudge;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Another run of the same: {@code -Dlinchpin.seed=N}. */
@ExtendWith(SharedStage.class)
class SchedulesTest {
  private static final int COUNT = 50;

  @Test
  void threeProcessesThatAreStoppedAndKilledAtRandomLoseNothingAndInventNothing(Stage stage)
      throws InterruptedException {
    SpecificationJudge specification = new SpecificationJudge(10);
    long seed = Long.getLong("linchpin.seed", 1);
    Pauses pauses = new Pauses();

    ZombieReport report =
        Schedules.run(
            COUNT,
            seed,
            TraceKeeping.NONE.judgedBy(TraceJudge.both(pauses, specification)),
            ZombieProgress.NONE,
            stage);
    System.out.print(ScheduleText.render(report));
    Judgement judgement = specification.settle();
    System.out.println(judgement.render());
    assertThat(judgement.rejected()).isEmpty();

    assertThat(report.notPassed()).isEmpty();
    assertThat(report.results()).hasSize(COUNT);
    assertThat(ScheduleText.disturbances(report).keySet())
        .containsExactlyInAnyOrder(
            "killed at a point",
            "killed at a random time",
            "stopped at a point",
            "stopped at a random time");
    assertThat(ScheduleText.told(report).keySet()).contains("success", "failure", "nothing");
    assertThat(pauses.seen()).isGreaterThan(COUNT);
  }

  @Test
  void theSameSeedGivesTheSameScheduleAndAnotherGivesAnother() {
    assertThat(Schedule.of(7)).isEqualTo(Schedule.of(7)).isNotEqualTo(Schedule.of(8));
    assertThat(LongStream.range(0, 100).mapToObj(Schedule::of).map(Schedule::programs).distinct())
        .hasSize(100);
  }
}
