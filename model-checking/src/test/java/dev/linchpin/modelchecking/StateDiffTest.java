package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.modelchecking.Counterexample.Change;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class StateDiffTest {
  private static SortedMap<String, TlaValue> state(String alive, String stage, String chain) {
    return TlaParser.state(
        "/\\ alive = "
            + alive
            + " /\\ made = {} /\\ stage = [A |-> \""
            + stage
            + "\"] /\\ hist = [t1 |-> "
            + chain
            + "]");
  }

  @Test
  void onlyWhatDiffersIsNamedAndAppendedItemsAreNamedByTheirIndex() {
    assertThat(
            StateDiff.changes(
                state("{\"p1\"}", "effect", "<<1>>"), state("{\"p1\"}", "confirm", "<<1, 2>>")))
        .containsExactly(
            new Change("hist.t1[2]", "", "2"), new Change("stage.A", "effect", "confirm"));
  }

  @Test
  void theActorIsWhoseStateMovedAndACrashIsOfTheProcessThatIsGone() {
    assertThat(
            StateDiff.actor(
                state("{\"p1\"}", "effect", "<<1>>"), state("{\"p1\"}", "confirm", "<<1, 2>>")))
        .isEqualTo("A");
    assertThat(
            StateDiff.actor(
                state("{\"p1\", \"p2\"}", "effect", "<<1>>"),
                state("{\"p2\"}", "crashed", "<<1>>")))
        .isEqualTo("p1");
  }
}
