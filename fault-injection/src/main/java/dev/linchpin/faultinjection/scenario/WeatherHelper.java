package dev.linchpin.faultinjection.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/** What the rules of {@link Weather} call inside a child JVM. */
public class WeatherHelper extends Helper {
  private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

  private static volatile Runnable other =
      () -> {
        throw new IllegalStateException("nobody else is there to write");
      };

  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public WeatherHelper(Rule rule) {
    super(rule);
  }

  static void otherIs(Runnable write) {
    other = write;
  }

  /**
   * Whether this is the first time.
   *
   * @param what of what
   * @return true once
   */
  public boolean first(String what) {
    return nth(what, 1);
  }

  /**
   * Whether this is a certain time.
   *
   * @param what of what
   * @param n which, from 1
   * @return true once
   */
  public boolean nth(String what, int n) {
    return COUNTS.computeIfAbsent(what, any -> new AtomicInteger()).incrementAndGet() == n;
  }

  /** Somebody else writes, here and now, on a thread of its own: this one holds gates. */
  public void otherWrites() {
    CompletableFuture.runAsync(other).join();
  }

  /**
   * Why a message was lost.
   *
   * @return the cause of the error that the rule throws
   */
  public Throwable cause() {
    return new IOException("connection reset");
  }

  /** Says that this process stalls, and does until a line comes in. */
  public void stall() {
    System.out.println("STALLED");
    System.out.flush();
    try {
      int read;
      do {
        read = System.in.read();
      } while (read >= 0 && read != '\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait to be told to go on", e);
    }
  }
}
