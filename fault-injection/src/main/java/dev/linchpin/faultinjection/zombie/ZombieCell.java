package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.zombie.Play.Task;
import java.util.List;

/**
 * One case before it is run.
 *
 * @param group what kind of case it is; the first part of its name
 * @param scene what it begins with
 * @param tasks what the stopped process does; in a race, what both do
 * @param point where it is stopped; in a race, where the two wait for each other
 * @param round distinguishes the rounds of a race; 0 if it is none
 */
record ZombieCell(String group, Scene scene, List<Task> tasks, CrashPoint point, int round) {
  boolean race() {
    return round > 0;
  }

  String name() {
    return group + "/" + point.id() + (race() ? "/round-" + round : "");
  }
}
