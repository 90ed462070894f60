package dev.linchpin.gates;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Lincheck's bounds for this package. Its scenarios and schedules come from a fixed seed, so that a
 * failure repeats itself.
 */
final class Interleavings {
  /** Some call's result fits no order of the calls. */
  static final String NOT_LINEARIZABLE = "Invalid execution results";

  /** All threads wait for each other; a time-out says more than this. */
  static final String DEADLOCK = "= The execution has hung =";

  private Interleavings() {}

  /**
   * Two or three threads of a few calls each, then one more call, with switches wherever the search
   * puts them. The time-out is for a machine that is busy: that all threads wait is seen at once.
   */
  static void check(
      Class<?> subject, int threads, int actors, int scenarios, Class<?> specification) {
    new ModelCheckingOptions()
        .iterations(scenarios)
        .invocationsPerIteration(80)
        .threads(threads)
        .actorsPerThread(actors)
        .actorsBefore(0)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        .sequentialSpecification(specification)
        .invocationTimeout$lincheck(60_000)
        .check(subject);
  }

  /** The same search must find the fault of a subject that is known to be broken. */
  static void checkFinds(
      String fault,
      Class<?> subject,
      int threads,
      int actors,
      int scenarios,
      Class<?> specification) {
    assertThatThrownBy(() -> check(subject, threads, actors, scenarios, specification))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining(fault);
  }
}
