package dev.linchpin.faultinjection.jvm;

import dev.linchpin.gates.Backoff;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What must go when this process is ended before it has closed it: children, of which a stopped one
 * would stay for ever, and directories. The last that came goes first.
 */
public final class Leftovers {
  private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();

  private static final int ATTEMPTS = 10;
  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::clear, "leftovers"));
  }

  private Leftovers() {}

  /**
   * Takes charge of something.
   *
   * @param leftover what to close when this process ends
   * @throws IllegalStateException if it is ending already: nothing new may begin
   */
  public static void add(AutoCloseable leftover) {
    synchronized (OPEN) {
      if (!ending) {
        OPEN.push(leftover);
        return;
      }
    }
    close(leftover);
    throw new IllegalStateException("this process is ending");
  }

  /**
   * It has been closed.
   *
   * @param leftover what
   */
  public static void remove(AutoCloseable leftover) {
    synchronized (OPEN) {
      OPEN.remove(leftover);
    }
  }

  private static void clear() {
    for (AutoCloseable next = next(); next != null; next = next()) {
      close(next);
    }
  }

  /** Other threads still run, and may be writing to a directory that is to be deleted. */
  private static void close(AutoCloseable leftover) {
    Backoff backoff = new Backoff();
    for (int attempt = 1; ; attempt++) {
      try {
        leftover.close();
        return;
      } catch (Exception e) {
        if (attempt == ATTEMPTS) {
          System.err.println("left behind: " + e);
          return;
        }
        backoff.pause();
      }
    }
  }

  private static AutoCloseable next() {
    synchronized (OPEN) {
      ending = true;
      return OPEN.poll();
    }
  }
}
