package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpecActionsTest {
  @Test
  void theActionsOfNextAreReadFromTheSpecificationItself() {
    List<String> actions = SpecActions.ofNext();

    assertThat(actions).hasSize(44).doesNotHaveDuplicates();
    assertThat(actions).startsWith("CreateTables", "CreateGraph", "ListIntents");
    assertThat(actions).contains("ArmRecovery", "ApplyEffect", "BumpEpochs", "RemoveIntent");
  }

  @Test
  void theEnvironmentIsDeclaredByTheModuleThatItIsDefinedIn() {
    assertThat(SpecActions.environment())
        .containsExactlyInAnyOrder(
            "Crash",
            "Pause",
            "Resume",
            "GiveUpWrite",
            "GiveUpRecovery",
            "OperatorPermits",
            "ForeignCommit",
            "LoseReply",
            "LateEffect");
    assertThat(SpecActions.ofNext()).containsAll(SpecActions.environment());
  }
}
