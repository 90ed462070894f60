package dev.linchpin.gates;

import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The attempts that threads of this process are working on. An intent of this process that is not
 * among them has nobody who will finish it. One per graph and process.
 */
public final class LiveOperations {
  private final Map<OperationId, CountDownLatch> live = new ConcurrentHashMap<>();

  /** An empty register. */
  public LiveOperations() {}

  /**
   * An attempt is about to arm.
   *
   * @param operation the attempt
   */
  public void begin(OperationId operation) {
    live.put(operation, new CountDownLatch(1));
  }

  /**
   * An attempt is over, whatever became of it.
   *
   * @param operation the attempt
   */
  public void end(OperationId operation) {
    CountDownLatch latch = live.remove(operation);
    if (latch != null) {
      latch.countDown();
    }
  }

  /**
   * Whether a thread of this process works on it.
   *
   * @param operation the attempt
   * @return true until its {@link #end}
   */
  public boolean isLive(OperationId operation) {
    return live.containsKey(operation);
  }

  /**
   * Waits until an attempt is over.
   *
   * @param operation the attempt
   * @param bound how long to wait
   * @return false if it is still live after the bound
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitEnd(OperationId operation, Duration bound) throws InterruptedException {
    CountDownLatch latch = live.get(operation);
    return latch == null || latch.await(bound.toNanos(), TimeUnit.NANOSECONDS);
  }
}
