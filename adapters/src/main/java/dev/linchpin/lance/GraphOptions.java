package dev.linchpin.lance;

import dev.linchpin.observe.JfrObserver;
import dev.linchpin.observe.Observer;
import dev.linchpin.spi.IdSource;
import dev.linchpin.trace.TraceSink;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a graph handle behaves.
 *
 * @param trace where the action trace goes
 * @param observers who is told of restarts, gate holds and recoveries
 * @param ids where identities come from
 * @param clock for people only; nothing is decided by it
 */
public record GraphOptions(TraceSink trace, List<Observer> observers, IdSource ids, Clock clock) {
  /** No trace, Flight Recorder events, random UUIDs, the system's clock. */
  public static final GraphOptions DEFAULT =
      new GraphOptions(
          TraceSink.NONE, List.of(new JfrObserver()), IdSource.random(), Clock.systemUTC());

  /** All parts are required. */
  public GraphOptions {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(ids, "ids");
    Objects.requireNonNull(clock, "clock");
    observers = List.copyOf(observers);
  }

  /**
   * These options with a trace.
   *
   * @param trace where the action trace goes
   * @return the new options
   */
  public GraphOptions withTrace(TraceSink trace) {
    return new GraphOptions(trace, observers, ids, clock);
  }

  /**
   * These options with one more observer.
   *
   * @param observer who is told
   * @return the new options
   */
  public GraphOptions withObserver(Observer observer) {
    List<Observer> more = new ArrayList<>(observers);
    more.add(observer);
    return new GraphOptions(trace, more, ids, clock);
  }

  /**
   * These options with another source of identities.
   *
   * @param ids the source; must never repeat itself, nor what any other process uses
   * @return the new options
   */
  public GraphOptions withIds(IdSource ids) {
    return new GraphOptions(trace, observers, ids, clock);
  }

  /**
   * These options with another clock.
   *
   * @param clock the clock
   * @return the new options
   */
  public GraphOptions withClock(Clock clock) {
    return new GraphOptions(trace, observers, ids, clock);
  }
}
