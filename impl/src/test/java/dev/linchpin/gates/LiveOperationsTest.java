package dev.linchpin.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveOperationsTest {
  private static final OperationId ONE = new OperationId("one");
  private static final OperationId TWO = new OperationId("two");
  private final LiveOperations live = new LiveOperations();

  @Test
  void anAttemptIsLiveFromItsBeginToItsEnd() throws Exception {
    assertThat(live.isLive(ONE)).isFalse();
    live.begin(ONE);
    assertThat(live.isLive(ONE)).isTrue();
    assertThat(live.isLive(TWO)).isFalse();
    assertThat(live.awaitEnd(ONE, Duration.ofMillis(5))).isFalse();
    assertThat(live.awaitEnd(TWO, Duration.ofMillis(5))).isTrue();
    live.end(ONE);
    assertThat(live.isLive(ONE)).isFalse();
    assertThat(live.awaitEnd(ONE, Duration.ZERO)).isTrue();
    live.end(ONE);
  }

  @Test
  void whoeverWaitsIsWokenByTheEnd() throws Exception {
    live.begin(ONE);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      AtomicReference<Thread> waiting = new AtomicReference<>();
      Future<Boolean> waiter =
          thread.submit(
              () -> {
                waiting.set(Thread.currentThread());
                return live.awaitEnd(ONE, Duration.ofSeconds(50));
              });
      while (waiting.get() == null || waiting.get().getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      live.end(ONE);
      assertThat(waiter.get(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      thread.shutdownNow();
    }
  }
}
