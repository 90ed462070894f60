package dev.linchpin.gates;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ordered process-local gates (seed section 4.3 and invariant 7): they spare in-process races and
 * cannot deadlock, because every attempt takes its complete set in one total order. They are no
 * cross-process lock and nothing depends on them for correctness.
 */
public final class GateManager {
  private final Map<GateKey, ReentrantLock> locks = new ConcurrentHashMap<>();

  /** A manager with all gates open. One per graph and process. */
  public GateManager() {}

  /**
   * Takes a complete set of gates, waiting for each in the total order.
   *
   * @param keys the complete set; duplicates count once
   * @return the held gates, to be closed by this thread
   * @throws IllegalStateException if this thread holds a gate already: its set would not be
   *     complete
   */
  public Held acquire(Collection<? extends GateKey> keys) {
    for (ReentrantLock lock : locks.values()) {
      if (lock.isHeldByCurrentThread()) {
        throw new IllegalStateException(
            "this thread holds gates already; one attempt takes its complete set at once");
      }
    }
    List<GateKey> ordered = inOrder(keys);
    List<ReentrantLock> taken = new ArrayList<>();
    for (GateKey key : ordered) {
      ReentrantLock lock = locks.computeIfAbsent(key, unused -> new ReentrantLock(true));
      lock.lock();
      taken.add(lock);
    }
    return new Held(ordered, taken, System.nanoTime());
  }

  private static List<GateKey> inOrder(Collection<? extends GateKey> keys) {
    return List.copyOf(new TreeSet<>(keys));
  }

  /** Gates held by one thread. */
  public static final class Held implements AutoCloseable {
    private final List<GateKey> keys;
    private final List<ReentrantLock> taken;
    private final long since;

    private Held(List<GateKey> keys, List<ReentrantLock> taken, long since) {
      this.keys = keys;
      this.taken = taken;
      this.since = since;
    }

    /**
     * What was taken.
     *
     * @return the keys, in the order in which they were taken
     */
    public List<GateKey> keys() {
      return keys;
    }

    /**
     * How long the complete set has been held.
     *
     * @return nanoseconds
     */
    public long heldNanos() {
      return System.nanoTime() - since;
    }

    /** Releases all gates, last taken first; a second call does nothing. */
    @Override
    public void close() {
      for (int i = taken.size() - 1; i >= 0; i--) {
        taken.get(i).unlock();
      }
      taken.clear();
    }
  }
}
