package dev.linchpin.faultinjection.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.table.SharedStage;
import dev.linchpin.faultinjection.trace.SpecificationJudge;
import dev.linchpin.faultinjection.trace.SpecificationJudge.Judgement;
import dev.linchpin.faultinjection.trace.TraceJudge;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedStage.class)
class ZombiesTest {
  @Test
  void whereverAProcessIsStoppedNothingIsLostAndNothingIsPhantom(Stage stage)
      throws InterruptedException {
    Pauses pauses = new Pauses();
    SpecificationJudge specification = new SpecificationJudge(2);
    ZombieOptions options =
        new ZombieOptions(
            Optional.empty(),
            false,
            1,
            TraceKeeping.NONE.judgedBy(TraceJudge.both(pauses, specification)));

    ZombieReport report = Zombies.run(options, ZombieProgress.NONE, stage);
    System.out.print(ZombieText.render(report));
    Judgement judgement = specification.settle();
    System.out.println(judgement.render());
    assertThat(judgement.rejected()).isEmpty();
    assertThat(judgement.seen()).contains("Pause", "Resume", "LosePublish");

    assertThat(report.notPassed()).isEmpty();
    assertThat(report.green()).isTrue();
    Set<String> places = new TreeSet<>();
    Set<String> told = new TreeSet<>();
    for (ZombieResult result : report.results()) {
      places.add(result.group() + "/" + result.place());
      told.add(result.told());
    }
    assertThat(places)
        .contains(
            "writer-NEWCOMER/ArmRecovery/sidecar put",
            "writer-NEWCOMER/ApplyEffect/table commit",
            "writer-NEWCOMER/ConfirmEffects/sidecar put",
            "writer-NEWCOMER/PublishManifest/manifest commit",
            "writer-NEWCOMER/FinalizeWrite/sidecar removal",
            "recoverer-armed/BumpEpochs/manifest commit",
            "recoverer-armed/RealignTable/realign commit",
            "recoverer-armed/PublishRollback/manifest commit",
            "recoverer-confirmed/RollForward/manifest commit",
            "race-armed/BumpEpochs/manifest commit",
            "race-confirmed/RollForward/manifest commit");
    assertThat(told).contains("success", "failure");
    long stopped =
        report.results().stream().filter(result -> !result.group().startsWith("race")).count();
    assertThat((long) pauses.seen()).isEqualTo(stopped);
    assertThat(pauses.directories()).isEqualTo(report.results().size());
  }

  @Test
  void aCaseThatDoesNotExistIsRefusedWithThoseThatDo(Stage stage) {
    ZombieOptions options = new ZombieOptions(Optional.of("Nonsense"), false, 1, TraceKeeping.NONE);

    assertThatThrownBy(() -> Zombies.run(options, ZombieProgress.NONE, stage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Nonsense")
        .hasMessageContaining("writer-NEWCOMER/ApplyEffect/table commit@entry");
  }

  @Test
  void aWholeNameRunsJustThatCaseAndPreparesNoOther(Stage stage) {
    String name = "recoverer-confirmed/RollForward/manifest commit@entry";
    ZombieOptions options = new ZombieOptions(Optional.of(name), false, 1, TraceKeeping.NONE);

    ZombieReport report = Zombies.run(options, ZombieProgress.NONE, stage);

    assertThat(report.results()).singleElement().extracting(ZombieResult::name).isEqualTo(name);
    assertThat(report.enumerated()).isLessThan(200);
  }
}
