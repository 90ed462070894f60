package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Staged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Three processes with several writes each, any number of switches between them, crashes, lost
 * replies. A failure names its seed; {@code -Dlinchpin.seed=N} replays just that schedule.
 */
class RandomScheduleTest {
  private static final int SCHEDULES = Integer.getInteger("linchpin.schedules", 400);

  @Test
  void noScheduleOfThreeProcessesBreaksAPromise() {
    Long replay = Long.getLong("linchpin.seed");
    long base = replay != null ? replay : new Random().nextLong(1L << 40);
    int count = replay != null ? 1 : SCHEDULES;
    Tally tally = new Tally();
    for (int i = 0; i < count; i++) {
      long seed = base + i;
      try {
        run(seed, tally);
      } catch (AssertionError broken) {
        throw new AssertionError(
            "seed " + seed + " (replay with -Dlinchpin.seed=" + seed + "): " + broken.getMessage(),
            broken);
      }
    }
    if (replay == null) {
      // The schedules must have had something to survive.
      assertThat(tally.acknowledged).as("base seed " + base).isGreaterThan(count);
      assertThat(tally.crashed).as("base seed " + base).isPositive();
      assertThat(tally.failed).as("base seed " + base).isPositive();
      assertThat(tally.unknown).as("base seed " + base).isPositive();
    }
  }

  private static final class Tally {
    private int acknowledged;
    private int crashed;
    private int failed;
    private int unknown;

    private void count(Outcome outcome) {
      if (outcome instanceof Outcome.Acknowledged) {
        acknowledged++;
      } else if (outcome instanceof Outcome.Crashed) {
        crashed++;
      } else if (outcome instanceof Outcome.Failed) {
        failed++;
      } else {
        unknown++;
      }
    }
  }

  private static void run(long seed, Tally tally) {
    Story story = play(seed);
    story.settle();
    story.outcomes().values().forEach(tally::count);
  }

  /** Three processes and their successors, in an order that the seed decides. */
  static Story play(long seed) {
    // Neighbouring seeds of Random begin alike; mixed first, they have nothing in common.
    Random random = new Random(new SplittableRandom(seed).nextLong());
    Story story = Works.seeded();
    double crashRate = random.nextDouble() < 0.5 ? 0.01 : 0;
    double lossRate = random.nextDouble() < 0.5 ? 0.02 : 0;
    try (Baton baton = new Baton()) {
      List<Baton.Runner> running = new ArrayList<>();
      int lives = 0;
      for (int p = 0; p < 3; p++) {
        running.add(life(baton, story, random, "p" + lives++, crashRate, lossRate));
      }
      while (!running.isEmpty()) {
        Baton.Runner next = running.get(random.nextInt(running.size()));
        int calls = random.nextDouble() < 0.1 ? 200 : 1 + random.nextInt(12);
        if (next.grant(calls)) {
          running.remove(next);
          if (lives < 6 && random.nextBoolean()) {
            running.add(life(baton, story, random, "p" + lives++, crashRate, lossRate));
          }
        }
      }
    }
    return story;
  }

  private static Baton.Runner life(
      Baton baton, Story story, Random random, String name, double crashRate, double lossRate) {
    Baton.Runner runner = baton.runner();
    // Only one thread runs at a time, so that one source of chance makes one schedule.
    MemoryProcess process =
        story.process(
            name,
            site -> {
              runner.at(site);
              if (Site.DURABLE.test(site) && random.nextDouble() < crashRate) {
                throw site.process().crash();
              }
              if (random.nextDouble() < lossRate) {
                throw Faults.failure(site);
              }
            });
    List<Work> works = new ArrayList<>();
    int writes = 1 + random.nextInt(3);
    for (int w = 0; w < writes; w++) {
      works.add(anyWork(random, name + "." + w));
    }
    runner.program(
        () -> {
          for (int w = 0; w < works.size() && !process.crashed(); w++) {
            story.write(process, name + "." + w, works.get(w));
          }
        });
    return runner;
  }

  private static Work anyWork(Random random, String row) {
    return switch (random.nextInt(7)) {
      case 0 -> Work.append(row, T1);
      case 1 -> Work.append(row, T1, T2);
      case 2 -> Work.overwrite("9", T1);
      case 3 -> Work.overwrite("9", T2, T1);
      case 4 -> Work.countInto(row, T1, T2);
      case 5 -> Work.countInto(row, T2, T1);
      default ->
          Work.of(Map.of(T1, Staged.update(List.of("1"), List.of(row)), T2, Staged.append(row)));
    };
  }
}
