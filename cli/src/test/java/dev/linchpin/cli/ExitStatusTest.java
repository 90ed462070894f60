package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.LinchpinException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
  @Test
  void everyTypedErrorHasAnExitStatusOfItsOwn() {
    Set<Class<?>> family = Set.of(LinchpinException.class.getPermittedSubclasses());
    assertThat(new HashSet<Class<?>>(ExitStatus.OF_ERROR.keySet())).isEqualTo(family);
    assertThat(ExitStatus.OF_ERROR.values()).doesNotHaveDuplicates();
  }

  @Test
  void noTypedErrorSharesAStatusWithAnythingElse() {
    assertThat(ExitStatus.OF_ERROR.values())
        .doesNotContainAnyElementsOf(
            List.of(
                ExitStatus.SUCCESS,
                ExitStatus.CHECK_FAILED,
                ExitStatus.USAGE,
                ExitStatus.UNEXPECTED,
                ExitStatus.PENDING,
                ExitStatus.NOT_FOUND,
                ExitStatus.NOT_PUBLISHED))
        // What a shell, or a signal, would report.
        .allMatch(status -> status >= 10 && status < 126);
  }
}
