package dev.linchpin.gates;

import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Every interleaving of threads that end an attempt and ask after it. */
class LiveOperationsInterleavingsTest {
  /** The calls, on any register. */
  public abstract static class Calls {
    /** Made before any search begins: how an identifier is checked is no part of it. */
    static final OperationId FIRST = new OperationId("op-0");

    abstract void end(OperationId operation);

    abstract boolean isLive(OperationId operation);

    abstract boolean hasEnded(OperationId operation) throws InterruptedException;

    @Operation
    public void end() {
      end(FIRST);
    }

    @Operation
    public boolean isLive() {
      return isLive(FIRST);
    }

    @Operation
    public boolean hasEnded() throws InterruptedException {
      return hasEnded(FIRST);
    }
  }

  /** The real register; a look at it waits for nobody. */
  public static final class Registered extends Calls {
    private final LiveOperations live = new LiveOperations();

    /** An attempt is live already. */
    public Registered() {
      live.begin(FIRST);
    }

    @Override
    void end(OperationId operation) {
      live.end(operation);
    }

    @Override
    boolean isLive(OperationId operation) {
      return live.isLive(operation);
    }

    @Override
    boolean hasEnded(OperationId operation) throws InterruptedException {
      return live.awaitEnd(operation, Duration.ZERO);
    }
  }

  /** A set of attempts. */
  public static final class OneAtATime extends Calls {
    private final Set<OperationId> live = new HashSet<>();

    /** An attempt is live already. */
    public OneAtATime() {
      live.add(FIRST);
    }

    @Override
    void end(OperationId operation) {
      live.remove(operation);
    }

    @Override
    boolean isLive(OperationId operation) {
      return live.contains(operation);
    }

    @Override
    boolean hasEnded(OperationId operation) {
      return !live.contains(operation);
    }
  }

  /** Wakes those who wait before it takes the attempt from the register. */
  public static final class WakesTooEarly extends Calls {
    private final Map<OperationId, CountDownLatch> live = new ConcurrentHashMap<>();

    /** An attempt is live already. */
    public WakesTooEarly() {
      live.put(FIRST, new CountDownLatch(1));
    }

    @Override
    void end(OperationId operation) {
      CountDownLatch latch = live.get(operation);
      if (latch != null) {
        latch.countDown();
        live.remove(operation);
      }
    }

    @Override
    boolean isLive(OperationId operation) {
      return live.containsKey(operation);
    }

    @Override
    boolean hasEnded(OperationId operation) {
      CountDownLatch latch = live.get(operation);
      return latch == null || latch.getCount() == 0;
    }
  }

  @Test
  void whoeverAsksGetsAnswersThatFitOneOrderOfAllCalls() {
    Interleavings.check(Registered.class, 2, 2, 40, OneAtATime.class);
  }

  @Test
  void aRegisterThatWakesTooEarlyIsFoundToContradictItself() {
    Interleavings.checkFinds(
        Interleavings.NOT_LINEARIZABLE, WakesTooEarly.class, 2, 2, 40, OneAtATime.class);
  }
}
