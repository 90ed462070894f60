package dev.linchpin.simulation;

import dev.linchpin.memory.Hook;
import dev.linchpin.memory.Site;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs several processes on threads of their own, but only one at a time: whoever holds the baton
 * makes as many calls as it was granted, then hands it back. A schedule is a sequence of grants.
 */
final class Baton implements AutoCloseable {
  /** Enough calls to come to an end. */
  static final int TO_THE_END = Integer.MAX_VALUE;

  private static final int WATCHDOG_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** One process's program. It starts when it is first granted a call. */
  final class Runner implements Hook {
    private final Semaphore granted = new Semaphore(0);
    private final Semaphore handedBack = new Semaphore(0);
    private int left;
    private boolean started;
    private volatile boolean finished;
    private volatile Throwable failure;
    private Runnable program;

    void program(Runnable program) {
      this.program = program;
    }

    @Override
    public void at(Site site) {
      if (!Site.BETWEEN_CALLS.test(site)) {
        return;
      }
      while (left == 0) {
        handedBack.release();
        await(granted);
      }
      left--;
    }

    /**
     * Lets it make some calls.
     *
     * @return whether it has come to its end
     */
    boolean grant(int calls) {
      if (finished) {
        return true;
      }
      left = calls;
      if (started) {
        granted.release();
      } else {
        started = true;
        threads.execute(this::run);
      }
      await(handedBack);
      if (failure != null) {
        throw new AssertionError("a program of the schedule failed: " + failure, failure);
      }
      return finished;
    }

    private void run() {
      try {
        program.run();
      } catch (Throwable thrown) {
        failure = thrown;
      } finally {
        finished = true;
        handedBack.release();
      }
    }

    boolean finished() {
      return finished;
    }
  }

  Runner runner() {
    return new Runner();
  }

  private static void await(Semaphore semaphore) {
    try {
      if (!semaphore.tryAcquire(WATCHDOG_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the schedule hangs");
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError("the schedule was given up", interrupted);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
