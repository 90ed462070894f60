package dev.linchpin.faultinjection.zombie;

import java.util.List;

/**
 * One case, and what became of it.
 *
 * @param group what kind of case it is
 * @param name the case's name
 * @param place the action, and the durable call in it, at which a process was stopped
 * @param status how it ended
 * @param told what the disturbed process's caller was told of its write; empty if it wrote nothing
 * @param found each way in which the outcome is not as it must be; empty if it passed
 * @param millis how long the case took, in milliseconds
 * @param command repeats just this case
 */
public record ZombieResult(
    String group,
    String name,
    String place,
    Status status,
    String told,
    List<String> found,
    long millis,
    String command) {
  /** Copies the list. */
  public ZombieResult {
    found = List.copyOf(found);
  }

  /** How a case ended. */
  public enum Status {
    /** Disturbed where it should be, and everything is as it must be. */
    PASSED,
    /** Disturbed where it should be, and something is not. */
    FAILED,
    /** Not disturbed there, or the harness could not tell: never a pass. */
    ERROR
  }
}
