package dev.linchpin.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.TableId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GateManagerTest {
  private final GateManager gates = new GateManager();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private static GateKey table(String name) {
    return new GateKey.TableGate("main", new TableId(name));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void aGateLetsOneIn() throws Exception {
    GateManager.Held held = gates.acquire(List.of(table("a")));
    CountDownLatch entered = new CountDownLatch(1);
    Future<?> other =
        threads.submit(
            () -> {
              GateManager.Held mine = gates.acquire(List.of(table("a"), table("b")));
              entered.countDown();
              mine.close();
            });
    assertThat(entered.await(100, TimeUnit.MILLISECONDS)).isFalse();
    held.close();
    other.get(10, TimeUnit.SECONDS);
  }

  @Test
  void whatIsHeldAndForHowLongCanBeAsked() {
    long before = System.nanoTime();
    try (GateManager.Held held = gates.acquire(List.of(table("b"), table("a"), table("a")))) {
      assertThat(held.keys()).containsExactly(table("a"), table("b"));
      long first = held.heldNanos();
      assertThat(first).isBetween(0L, System.nanoTime() - before);
      assertThat(held.heldNanos()).isGreaterThanOrEqualTo(first);
    }
  }

  @Test
  void disjointSetsDoNotWaitForEachOther() throws Exception {
    GateManager.Held held = gates.acquire(List.of(table("a")));
    threads.submit(() -> gates.acquire(List.of(table("b"))).close()).get(10, TimeUnit.SECONDS);
    held.close();
  }

  @Test
  void duplicatesCountOnceAndClosingTwiceReleasesOnce() throws Exception {
    GateManager.Held held = gates.acquire(List.of(table("a"), table("a")));
    assertThat(held.heldNanos()).isNotNegative();
    held.close();
    held.close();
    threads.submit(() -> gates.acquire(List.of(table("a"))).close()).get(10, TimeUnit.SECONDS);
  }

  @Test
  void aSecondSetOnOneThreadIsRefusedEvenIfDisjointAndTheFirstStaysHeld() throws Exception {
    GateManager.Held held = gates.acquire(List.of(table("a")));
    for (String again : List.of("a", "b")) {
      assertThatThrownBy(() -> gates.acquire(List.of(table(again))))
          .isInstanceOf(IllegalStateException.class);
    }
    CountDownLatch entered = new CountDownLatch(1);
    Future<?> other =
        threads.submit(
            () -> {
              GateManager.Held mine = gates.acquire(List.of(table("a")));
              entered.countDown();
              mine.close();
            });
    assertThat(entered.await(100, TimeUnit.MILLISECONDS)).isFalse();
    held.close();
    other.get(10, TimeUnit.SECONDS);
    gates.acquire(List.of(table("b"))).close();
  }

  @Test
  void manyThreadsThatNameTheirGatesInRandomOrdersNeitherDeadlockNorShareAGate() throws Exception {
    List<GateKey> all = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d", "e", "f")) {
      all.add(table(name));
    }
    all.add(new GateKey.SchemaControl());
    all.add(new GateKey.BranchControl("main"));
    Map<GateKey, AtomicInteger> inside = new HashMap<>();
    all.forEach(key -> inside.put(key, new AtomicInteger()));
    AtomicInteger sharings = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 12; thread++) {
      Random random = new Random(thread);
      running.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 500; round++) {
                  List<GateKey> keys = new ArrayList<>(all);
                  Collections.shuffle(keys, random);
                  List<GateKey> set = keys.subList(0, 1 + random.nextInt(keys.size()));
                  try (GateManager.Held held = gates.acquire(set)) {
                    assertThat(held.heldNanos()).isNotNegative();
                    for (GateKey key : set) {
                      if (inside.get(key).incrementAndGet() != 1) {
                        sharings.incrementAndGet();
                      }
                    }
                    Thread.yield();
                    set.forEach(key -> inside.get(key).decrementAndGet());
                  }
                }
              }));
    }
    for (Future<?> future : running) {
      future.get(50, TimeUnit.SECONDS);
    }
    assertThat(sharings).hasValue(0);
  }
}
