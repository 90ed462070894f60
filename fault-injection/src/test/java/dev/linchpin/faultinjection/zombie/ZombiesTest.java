package dev.linchpin.faultinjection.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.table.SharedStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedStage.class)
class ZombiesTest {
  @Test
  void whereverAProcessIsStoppedNothingIsLostAndNothingIsPhantom(Stage stage) {
    ZombieReport report = Zombies.run(ZombieOptions.DEFAULT, ZombieProgress.NONE, stage);
    System.out.print(ZombieText.render(report));

    assertThat(report.notPassed()).isEmpty();
    assertThat(report.green()).isTrue();
  }
}
