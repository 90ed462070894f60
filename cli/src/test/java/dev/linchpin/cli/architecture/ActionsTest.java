package dev.linchpin.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import dev.linchpin.SpecAction;
import dev.linchpin.modelchecking.SpecActions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** One method for one action of the specification, and no method for what happens to it. */
class ActionsTest {
  @Test
  void theAnnotatedMethodsAreExactlyTheActionsOfNextThatAreNotTheEnvironments() {
    List<String> expected = new ArrayList<>(SpecActions.ofNext());
    assertThat(expected).contains("Crash", "ArmRecovery").doesNotHaveDuplicates();
    expected.removeAll(SpecActions.environment());

    List<String> annotated =
        actions().stream()
            .map(method -> method.getAnnotationOfType(SpecAction.class).value())
            .toList();

    // As lists: an action with two methods is as wrong as one with none.
    assertThat(annotated).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aMethodHasTheNameOfItsAction() {
    for (JavaMethod method : actions()) {
      String action = method.getAnnotationOfType(SpecAction.class).value();
      assertThat(method.getName())
          .as(method.getFullName())
          .isEqualTo(action.substring(0, 1).toLowerCase(Locale.ROOT) + action.substring(1));
    }
  }

  private static List<JavaMethod> actions() {
    return Code.ALL.stream()
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.isAnnotatedWith(SpecAction.class))
        .toList();
  }
}
