package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;

/**
 * One cell before it is run.
 *
 * @param prepared the scenario
 * @param point where its process is killed
 */
record Cell(Prepared prepared, CrashPoint point) {
  String name() {
    return prepared.scenario().name() + "/" + point.id();
  }
}
