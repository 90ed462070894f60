package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.write.WriteOptions.OnConflict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What three processes do, and what is done to them. The same seed gives the same schedule; what
 * comes of it depends on the machine as well.
 *
 * @param seed the seed
 * @param programs the steps of each process
 */
record Schedule(long seed, List<List<Step>> programs) {
  private static final int WRITES = 3;

  /** About twice as many points as an undisturbed write passes, recovery included. */
  private static final int POINTS = 90;

  private static final int DURABLE_POINTS = 24;

  /** About twice as long as an undisturbed write takes. */
  private static final int MICROS = 150_000;

  /** One write, and what is done to its process meanwhile. */
  record Step(Deed deed, OnConflict onConflict, Disturbance disturbance) {
    @Override
    public String toString() {
      return deed
          + (onConflict == OnConflict.FAIL ? " once" : "")
          + (disturbance instanceof Disturbance.None ? "" : " (" + disturbance + ")");
    }
  }

  /** When and what. */
  sealed interface Disturbance {
    /** Nothing. */
    record None() implements Disturbance {}

    /** When it has passed so many points. */
    record AtPoint(int points, boolean durableOnly, Act act) implements Disturbance {}

    /** When so much time has passed. */
    record AtTime(Duration time, Act act) implements Disturbance {}
  }

  /** What is done to a process. */
  sealed interface Act {
    /** Signal 9. */
    record Kill() implements Act {}

    /** It is stopped, until others have ended so many writes, or cannot. */
    record Stop(int othersWrites) implements Act {}
  }

  static Schedule of(long seed) {
    Random random = new Random(seed);
    List<List<Step>> programs = new ArrayList<>();
    for (int process = 0; process < Crew.SIZE; process++) {
      List<Step> steps = new ArrayList<>();
      for (int write = 0; write < WRITES; write++) {
        Deed.Kind kind = Deed.Kind.values()[random.nextInt(Deed.Kind.values().length)];
        steps.add(
            new Step(
                new Deed(kind, "p" + process + "w" + write),
                random.nextInt(3) == 0 ? OnConflict.FAIL : OnConflict.RESTART,
                disturbance(random)));
      }
      programs.add(List.copyOf(steps));
    }
    return new Schedule(seed, List.copyOf(programs));
  }

  private static Disturbance disturbance(Random random) {
    Act act =
        random.nextInt(4) == 0 ? new Act.Kill() : new Act.Stop(1 + random.nextInt(2 * WRITES));
    return switch (random.nextInt(5)) {
      case 0 -> new Disturbance.AtPoint(random.nextInt(POINTS), false, act);
      case 1 -> new Disturbance.AtPoint(random.nextInt(DURABLE_POINTS), true, act);
      case 2 -> new Disturbance.AtTime(Duration.ofNanos(1_000L * random.nextInt(MICROS)), act);
      default -> new Disturbance.None();
    };
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("schedule of seed " + seed);
    for (int process = 0; process < programs.size(); process++) {
      text.append("\n  p").append(process).append(": ");
      text.append(String.join("; ", programs.get(process).stream().map(Step::toString).toList()));
    }
    return text.toString();
  }
}
