package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.util.List;

/**
 * A run.
 *
 * @param seed the seed of what is random in it
 * @param enumerated how many cases there are in all, run or not
 * @param seconds how long it took
 * @param results the cases that were run
 */
public record ZombieReport(long seed, int enumerated, double seconds, List<ZombieResult> results) {
  /** Copies the list. */
  public ZombieReport {
    results = List.copyOf(results);
  }

  /**
   * Whether at least one case ran and every one passed.
   *
   * @return true if so
   */
  public boolean green() {
    return !results.isEmpty() && notPassed().isEmpty();
  }

  /**
   * The cases that did not pass.
   *
   * @return failures and errors, in order
   */
  public List<ZombieResult> notPassed() {
    return results.stream().filter(result -> result.status() != Status.PASSED).toList();
  }
}
