package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/**
 * Random schedules: three real processes write to overlapping tables of one graph, and are stopped,
 * continued and killed at random points and random times. Each schedule has a seed of its own, and
 * is judged like every other case.
 */
public final class Schedules {
  private Schedules() {}

  /**
   * Runs schedules.
   *
   * @param count how many
   * @param seed the first one's seed; each next one has the next
   * @param traces what is done with the traces of each schedule
   * @param listener is told how it goes
   * @return the report
   */
  public static ZombieReport run(
      int count, long seed, TraceKeeping traces, ZombieProgress listener) {
    listener.phase("Preparing child JVMs");
    try (Stage stage = Stage.open()) {
      return run(count, seed, traces, listener, stage);
    }
  }

  static ZombieReport run(
      int count, long seed, TraceKeeping traces, ZombieProgress listener, Stage stage) {
    return run(count, seed, traces, listener, stage, List.of());
  }

  /**
   * Runs schedules with a product that is broken on purpose.
   *
   * @param count how many
   * @param seed the first one's seed; each next one has the next
   * @param traces what is done with the traces of each schedule
   * @param listener is told how it goes
   * @param stage what children share
   * @param sabotage Byteman rules for each of the three processes; empty for none
   * @return the report, which had better not be green
   */
  public static ZombieReport run(
      int count,
      long seed,
      TraceKeeping traces,
      ZombieProgress listener,
      Stage stage,
      List<String> sabotage) {
    long began = System.nanoTime();
    List<Schedule> schedules = LongStream.range(seed, seed + count).mapToObj(Schedule::of).toList();
    Scene founded = new Scenes(stage).founded();
    listener.phase("Running " + count + " schedules from seed " + seed);
    ScheduleRunner runner = new ScheduleRunner(stage, founded, traces);
    AtomicInteger done = new AtomicInteger();
    try (Lanes lanes = new Lanes(stage, sabotage)) {
      List<ZombieResult> results =
          lanes.each(
              schedules,
              (crew, schedule) -> {
                ZombieResult result = runner.run(crew, schedule);
                synchronized (done) {
                  listener.ended(result, done.incrementAndGet(), count);
                }
                return result;
              });
      return new ZombieReport(seed, count, (System.nanoTime() - began) / 1e9, results);
    }
  }
}
