package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.transaction;
import static dev.linchpin.lance.conformance.Row.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;
import org.lance.operation.Operation;

/**
 * A dataset to which every commit is an Overwrite is strictly serialized: the manifest's ground.
 */
class CompareAndSwapTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 25;

  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void ofManyOverwritesReadAtOneVersionExactlyOneLands() throws Exception {
    Dataset head = counter();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Dataset base = head;
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<Boolean>> racers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          Operation mine = lab.overwriting(base, List.of(row(round, "racer" + i)));
          racers.add(threads.submit(racer(start, base, mine)));
        }
        int winners = 0;
        for (Future<Boolean> racer : racers) {
          winners += racer.get() ? 1 : 0;
        }
        head = lab.openHead(base.uri());
        assertThat(winners).as("winners of round %d", round).isEqualTo(1);
        assertThat(head.version()).isEqualTo(base.version() + 1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void twoProcessesThatCountThroughOverwritesLoseNoStep() throws Exception {
    Dataset start = counter();
    int steps = 60;
    ChildJvm rival =
        ChildJvm.start(
            lab.directory(), ManifestCounter.class, start.uri(), Integer.toString(steps));
    int mine = 0;
    int lost = 0;
    for (; rival.isAlive(); mine++) {
      lost += ManifestCounter.step(lab, start.uri());
    }

    ChildJvm.Result ended = rival.await();
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    Dataset head = lab.openHead(start.uri());
    assertThat(lab.read(head)).containsExactly(row(steps + mine, "counter"));
    assertThat(head.version()).isEqualTo(start.version() + steps + mine);
    assertThat(lost > 0 || !ended.output().contains("lost 0"))
        .as("the two met at least once, else this shows nothing: " + ended.output())
        .isTrue();
  }

  private Callable<Boolean> racer(CyclicBarrier start, Dataset base, Operation mine) {
    return () -> {
      start.await();
      try {
        lab.commit(base, transaction(base.version(), UUID.randomUUID().toString(), mine), 0);
        return true;
      } catch (RuntimeException e) {
        assertThat(e).hasMessageStartingWith("Retryable commit conflict");
        return false;
      }
    };
  }

  private Dataset counter() {
    Dataset empty = lab.create(lab.uri("counter.lance"));
    return lab.commit(empty, lab.overwriting(empty, List.of(row(0, "counter"))));
  }
}
