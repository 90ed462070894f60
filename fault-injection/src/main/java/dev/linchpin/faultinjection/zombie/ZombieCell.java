package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.zombie.Play.Task;
import java.util.List;

/**
 * One case before it is run.
 *
 * @param group what kind of case it is; the first part of its name
 * @param scene what it begins with
 * @param interlude what somebody else does while the process is stopped
 * @param tasks what the stopped process does; in a race, what both do
 * @param point where it is stopped; in a race, where the two wait for each other
 * @param round distinguishes the rounds of a race; 0 if it is none
 */
record ZombieCell(
    String group, Scene scene, Interlude interlude, List<Task> tasks, CrashPoint point, int round) {
  /** What somebody else does while the process is stopped: always, it settles what is there. */
  enum Interlude {
    /** And writes to every table. */
    WRITES_EVERYWHERE,
    /** And only counts the persons: the table of persons keeps its pointer, not its epoch. */
    READS_PERSONS
  }

  boolean race() {
    return round > 0;
  }

  String name() {
    return group + "/" + point.id() + (race() ? "/round-" + round : "");
  }
}
