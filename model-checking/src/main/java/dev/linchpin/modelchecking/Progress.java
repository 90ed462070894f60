package dev.linchpin.modelchecking;

import java.time.Duration;

/**
 * How far one TLC run has come.
 *
 * @param run the run's name
 * @param generated states generated so far, duplicates included
 * @param distinct distinct states found so far
 * @param queued states found and not yet expanded
 * @param depth steps of the breadth-first search so far
 * @param elapsed wall-clock time since the run was started
 */
public record Progress(
    String run, long generated, long distinct, long queued, int depth, Duration elapsed) {

  /**
   * The rate at which states are generated.
   *
   * @return states per second since the start of the run
   */
  public long statesPerSecond() {
    return RunReport.perSecond(generated, elapsed);
  }
}
