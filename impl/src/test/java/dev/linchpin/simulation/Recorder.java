package dev.linchpin.simulation;

import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.protocol.TableId;
import dev.linchpin.trace.TraceEvent;
import dev.linchpin.trace.TraceEvent.Moment;
import dev.linchpin.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Records what every process of a story did, as the traces of real processes would show it: a
 * process that has crashed says nothing more, and what happens from outside has a trace of its own.
 */
final class Recorder {
  static final String OUTSIDE = "environment";

  private final List<TraceEvent> events = new ArrayList<>();

  /** A sink of one process, which is known only later because it needs the sink. */
  TraceSink of(AtomicReference<MemoryProcess> process) {
    return event -> {
      MemoryProcess owner = process.get();
      if (owner == null || !owner.crashed()) {
        add(event);
      }
    };
  }

  /** Counts instead of telling the time: what happens in one step of the clock has an order too. */
  private synchronized void add(TraceEvent event) {
    events.add(
        new TraceEvent(
            events.size() + 1L,
            event.process(),
            event.thread(),
            event.moment(),
            event.action(),
            event.operation(),
            event.values()));
  }

  void crash(String process) {
    outside("Crash", Map.of("trace", process));
  }

  void foreignCommit(TableId table, long version, String kind) {
    outside("ForeignCommit", Map.of("table", table.value(), "version", version, "kind", kind));
  }

  private void outside(String action, Map<String, Object> values) {
    for (Moment moment : List.of(Moment.INVOKE, Moment.RETURN)) {
      add(new TraceEvent(0, OUTSIDE, OUTSIDE, moment, action, Optional.empty(), values));
    }
  }

  synchronized List<TraceEvent> events() {
    return List.copyOf(events);
  }
}
