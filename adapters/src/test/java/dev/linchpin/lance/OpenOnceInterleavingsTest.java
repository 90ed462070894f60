package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of threads that ask a snapshot for a table and end it: a table is opened once,
 * and none is left open. Two caches that are known to be broken show that the search can fail.
 */
class OpenOnceInterleavingsTest {
  /** A snapshot of one table; counts how often it was opened and is open. */
  public abstract static class Snapshots {
    private final AtomicInteger openings = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    final Integer openOne() {
      open.incrementAndGet();
      return openings.incrementAndGet();
    }

    final void closeOne(Integer unused) {
      open.decrementAndGet();
    }

    abstract Integer table();

    abstract void end();

    /** The table, by how many had been opened when it was; 0 once there is none to be had. */
    @Operation
    public int get() {
      try {
        return table();
      } catch (IllegalStateException closed) {
        return 0;
      }
    }

    /** The end, and what it leaves open. */
    @Operation
    public int close() {
      end();
      return open.get();
    }
  }

  /** The real cache. */
  public static final class Real extends Snapshots {
    private final OpenOnce<Integer> tables = new OpenOnce<>();

    @Override
    Integer table() {
      return tables.get("T", this::openOne);
    }

    @Override
    void end() {
      tables.close(this::closeOne);
    }
  }

  /** A cache where nobody disturbs. */
  public static final class OneAtATime extends Snapshots {
    private Integer table;
    private boolean closed;

    @Override
    Integer table() {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      table = table == null ? openOne() : table;
      return table;
    }

    @Override
    void end() {
      if (!closed && table != null) {
        closeOne(table);
      }
      closed = true;
    }
  }

  /** Looks and then opens, while another thread does the same. */
  public static final class LooksThenOpens extends Snapshots {
    private final Map<String, Integer> tables = new ConcurrentHashMap<>();
    private volatile boolean closed;

    @Override
    Integer table() {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      Integer table = tables.get("T");
      if (table == null) {
        table = openOne();
        tables.put("T", table);
      }
      return table;
    }

    @Override
    synchronized void end() {
      if (!closed) {
        closed = true;
        tables.values().forEach(this::closeOne);
      }
    }
  }

  /** Opens once, but may do so after the end. */
  public static final class OpensAfterTheEnd extends Snapshots {
    private Integer table;
    private volatile boolean closed;

    @Override
    Integer table() {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      synchronized (this) {
        table = table == null ? openOne() : table;
        return table;
      }
    }

    @Override
    synchronized void end() {
      if (!closed) {
        closed = true;
        if (table != null) {
          closeOne(table);
        }
      }
    }
  }

  private static void search(Class<? extends Snapshots> subject) {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        // For a machine that is busy; that all threads wait is seen at once.
        .invocationTimeout$lincheck(60_000)
        .sequentialSpecification(OneAtATime.class)
        .check(subject);
  }

  private static void finds(Class<? extends Snapshots> subject) {
    assertThatThrownBy(() -> search(subject))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  @Test
  void aTableIsOpenedOnceAndNoneIsLeftOpen() {
    search(Real.class);
  }

  @Test
  void aCacheThatLooksAndThenOpensIsFound() {
    finds(LooksThenOpens.class);
  }

  @Test
  void aCacheThatOpensAfterItsEndIsFound() {
    finds(OpensAfterTheEnd.class);
  }
}
