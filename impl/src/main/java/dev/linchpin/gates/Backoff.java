package dev.linchpin.gates;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Jittered, growing pauses between contenders in different processes, where there is no condition
 * that could be awaited. It spares work; nothing depends on it for correctness.
 */
public final class Backoff {
  private static final long FIRST_NANOS = Duration.ofMillis(1).toNanos();
  private static final long LARGEST_NANOS = Duration.ofMillis(50).toNanos();

  private final LongConsumer park;
  private long next = FIRST_NANOS;

  /** A back-off that starts small. */
  public Backoff() {
    this(LockSupport::parkNanos);
  }

  /** Pauses as told, in nanoseconds. */
  Backoff(LongConsumer park) {
    this.park = park;
  }

  /** Pauses for a random time up to the current bound, then doubles the bound up to its limit. */
  public void pause() {
    park.accept(ThreadLocalRandom.current().nextLong(next / 2, next + 1));
    next = Math.min(LARGEST_NANOS, next * 2);
  }
}
