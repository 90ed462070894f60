package dev.linchpin.lance;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** The life of a handle: many calls at once, then an orderly end that waits for them. */
final class HandleLife {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  <T> T during(Supplier<T> call) {
    lock.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("this graph handle is closed; open the graph again");
      }
      return call.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Runs {@code last} once, after every call in progress has ended. */
  void end(Runnable last) {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException("a graph handle cannot be closed from inside its own call");
    }
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        last.run();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
