package dev.linchpin.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final long MILLI = 1_000_000;

  private static List<Long> pauses(int count) {
    List<Long> pauses = new ArrayList<>();
    Backoff backoff = new Backoff(pauses::add);
    for (int i = 0; i < count; i++) {
      backoff.pause();
    }
    return pauses;
  }

  @Test
  void pausesGrowFromAMillisecondToFiftyAndNoFurther() {
    List<Long> pauses = pauses(12);
    long bound = MILLI;
    for (long pause : pauses) {
      assertThat(pause).isBetween(bound / 2, bound);
      bound = Math.min(50 * MILLI, bound * 2);
    }
  }

  @Test
  void twoContendersDoNotPauseInStep() {
    HashSet<List<Long>> different = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      different.add(pauses(5));
    }
    assertThat(different).hasSizeGreaterThan(1);
  }

  @Test
  void aPauseTakesTime() {
    long before = System.nanoTime();
    Backoff backoff = new Backoff();
    // A park may end early for no reason, but not every time.
    for (int i = 0; i < 20; i++) {
      backoff.pause();
    }
    assertThat(System.nanoTime() - before).isGreaterThan(10 * MILLI);
  }
}
