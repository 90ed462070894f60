package dev.linchpin.gates;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of a few threads that take overlapping sets of gates, in any order of naming.
 * Two kinds of gates that are known to be broken show that the search can fail.
 */
class GateInterleavingsTest {
  /** The real gates. */
  public static final class Gated extends GatedCounters {
    private final GateManager gates = new GateManager();

    @Override
    Runnable take(List<GateKey> keys) {
      return gates.acquire(keys)::close;
    }
  }

  /** What the counters do where nobody disturbs. */
  public static final class OneAtATime extends GatedCounters {
    @Override
    Runnable take(List<GateKey> keys) {
      return () -> {};
    }
  }

  /** What gates with something wrong have in common. */
  abstract static class BrokenGates extends GatedCounters {
    private final Map<GateKey, ReentrantLock> locks = new ConcurrentHashMap<>();

    final ReentrantLock lock(GateKey key) {
      return locks.computeIfAbsent(key, unused -> new ReentrantLock(true));
    }

    static Runnable release(List<ReentrantLock> taken) {
      return () -> taken.forEach(ReentrantLock::unlock);
    }
  }

  /** Takes gates in the order in which they are named. */
  public static final class InTheOrderOfNaming extends BrokenGates {
    @Override
    Runnable take(List<GateKey> keys) {
      List<ReentrantLock> taken = new ArrayList<>();
      for (GateKey key : keys) {
        ReentrantLock lock = lock(key);
        lock.lock();
        taken.add(lock);
      }
      return release(taken);
    }
  }

  /** Lets go of each gate as soon as it has the next one. */
  public static final class HandOverHand extends BrokenGates {
    @Override
    Runnable take(List<GateKey> keys) {
      List<ReentrantLock> taken = new ArrayList<>();
      for (GateKey key : new TreeSet<>(keys)) {
        ReentrantLock lock = lock(key);
        lock.lock();
        taken.forEach(ReentrantLock::unlock);
        taken.clear();
        taken.add(lock);
      }
      return release(taken);
    }
  }

  @Test
  void ofTwoThreadsEachDoesItsWholeSetAsOneStep() {
    Interleavings.check(Gated.class, 2, 1, 6, OneAtATime.class);
  }

  @Test
  void threeThreadsThatNameOverlappingGatesInAnyOrderNeverWaitInACircle() {
    Interleavings.check(Gated.class, 3, 1, 6, OneAtATime.class);
  }

  @Test
  void gatesTakenInTheOrderOfNamingAreFoundToDeadlock() {
    Interleavings.checkFinds(
        Interleavings.DEADLOCK, InTheOrderOfNaming.class, 2, 1, 6, OneAtATime.class);
  }

  @Test
  void gatesThatAreGivenBackTooEarlyAreFoundToMixSets() {
    Interleavings.checkFinds(
        Interleavings.NOT_LINEARIZABLE, HandOverHand.class, 2, 1, 6, OneAtATime.class);
  }
}
