package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of a few calls on a handle and its end: none uses what is closed, and closing
 * happens once. Two handles that are known to be broken show that the search can fail.
 */
class HandleLifeInterleavingsTest {
  /** Calls on a handle, and what they need of it. */
  public abstract static class Handle {
    private boolean resource = true;
    private int closings;

    abstract <T> T during(Supplier<T> call);

    abstract void end(Runnable last);

    /** A call that looks twice at what it needs. */
    @Operation
    public String use() {
      try {
        return during(() -> resource && resource ? "used" : "used what is closed");
      } catch (IllegalStateException refused) {
        return "refused";
      }
    }

    /** The end, and how often what is last has been done. */
    @Operation
    public int close() {
      end(
          () -> {
            resource = false;
            closings++;
          });
      return closings;
    }

    /** A call may use others, but not end what it runs in. */
    @Operation
    public String closeFromInside() {
      try {
        return during(
            () -> {
              try {
                end(() -> resource = false);
                return "closed";
              } catch (IllegalStateException refused) {
                return during(() -> resource) ? "not closed" : "used what is closed";
              }
            });
      } catch (IllegalStateException refused) {
        return "refused";
      }
    }
  }

  /** The real life of a handle. */
  public static final class Real extends Handle {
    private final HandleLife life = new HandleLife();

    @Override
    <T> T during(Supplier<T> call) {
      return life.during(call);
    }

    @Override
    void end(Runnable last) {
      life.end(last);
    }
  }

  /** A handle where nobody disturbs. */
  public static final class OneAtATime extends Handle {
    private boolean closed;
    private int inside;

    @Override
    <T> T during(Supplier<T> call) {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      inside++;
      try {
        return call.get();
      } finally {
        inside--;
      }
    }

    @Override
    void end(Runnable last) {
      if (inside > 0) {
        throw new IllegalStateException("inside");
      }
      if (!closed) {
        closed = true;
        last.run();
      }
    }
  }

  /** Looks whether it is closed before it keeps others from closing it. */
  public static final class LooksTooEarly extends Handle {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    @Override
    <T> T during(Supplier<T> call) {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      lock.readLock().lock();
      try {
        return call.get();
      } finally {
        lock.readLock().unlock();
      }
    }

    @Override
    void end(Runnable last) {
      if (lock.getReadHoldCount() > 0) {
        throw new IllegalStateException("inside");
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

  /** Two ends at once both believe to be the first. */
  public static final class ClosesTwice extends Handle {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    @Override
    <T> T during(Supplier<T> call) {
      lock.readLock().lock();
      try {
        if (closed) {
          throw new IllegalStateException("closed");
        }
        return call.get();
      } finally {
        lock.readLock().unlock();
      }
    }

    @Override
    void end(Runnable last) {
      if (lock.getReadHoldCount() > 0) {
        throw new IllegalStateException("inside");
      }
      if (closed) {
        return;
      }
      lock.writeLock().lock();
      try {
        closed = true;
        last.run();
      } finally {
        lock.writeLock().unlock();
      }
    }
  }

  private static void search(Class<? extends Handle> subject) {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .minimizeFailedScenario(false)
        // For a machine that is busy; that all threads wait is seen at once.
        .invocationTimeout$lincheck(60_000)
        .sequentialSpecification(OneAtATime.class)
        .check(subject);
  }

  private static void finds(Class<? extends Handle> subject) {
    assertThatThrownBy(() -> search(subject))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  @Test
  void whatIsClosedIsNeverUsedAndIsClosedOnce() {
    search(Real.class);
  }

  @Test
  void aHandleThatLooksTooEarlyIsFoundToUseWhatIsClosed() {
    finds(LooksTooEarly.class);
  }

  @Test
  void aHandleThatClosesTwiceIsFound() {
    finds(ClosesTwice.class);
  }
}
