package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpecActionsTest {
  @Test
  void theActionsOfNextAreReadFromTheSpecificationItself() {
    List<String> actions = SpecActions.ofNext();

    assertThat(actions).hasSize(36).doesNotHaveDuplicates();
    assertThat(actions).startsWith("CreateTables", "CreateGraph", "AwaitRecoveryBarrier");
    assertThat(actions).contains("ArmRecovery", "ApplyEffect", "BumpEpochs", "RemoveIntent");
  }

  @Test
  void theEnvironmentIsDeclaredByTheModuleThatItIsDefinedIn() {
    assertThat(SpecActions.environment()).containsExactly("Crash", "ForeignCommit", "LoseReply");
    assertThat(SpecActions.ofNext()).containsAll(SpecActions.environment());
  }
}
