package dev.linchpin.modelchecking.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.modelchecking.trace.RecordedAction.How;
import dev.linchpin.trace.TraceEvent.Moment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the NDJSON files of a trace and joins the begin and the end of each action. */
final class TraceReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is only mentioned; every other action has a begin. */
  private static final Set<String> MENTIONED = Set.of("GiveUpRecovery", "OperatorPermits");

  private record Begun(String action, String operation, long nanos) {}

  private record ThreadOf(String process, String thread) {}

  private static final class ThreadState {
    final Deque<Begun> open = new ArrayDeque<>();
    final List<RecordedAction> done = new ArrayList<>();
    long lastEnd = Long.MIN_VALUE;
    long lastNanos = Long.MIN_VALUE;
    String lastWhere = "";
  }

  private TraceReader() {}

  /**
   * Reads files.
   *
   * @param files one for each process
   * @return for each thread its actions, in the order in which they ended
   */
  static List<List<RecordedAction>> read(List<TraceFile> files) {
    List<List<RecordedAction>> threads = new ArrayList<>();
    for (TraceFile file : files) {
      threads.addAll(read(file));
    }
    return threads;
  }

  private static List<List<RecordedAction>> read(TraceFile file) {
    String name = file.name();
    Map<ThreadOf, ThreadState> threads = new LinkedHashMap<>();
    List<String> lines = file.lines();
    for (int i = 0; i < lines.size(); i++) {
      if (i == lines.size() - 1 && !lines.get(i).endsWith("}")) {
        break; // the last line of a killed process may be cut off; its call shows as open
      }
      take(name, name + ":" + (i + 1), lines.get(i), threads);
    }
    List<List<RecordedAction>> result = new ArrayList<>();
    threads.forEach(
        (key, thread) -> {
          if (!thread.open.isEmpty()) {
            // Of nested actions only the innermost can have done something more.
            Begun innermost = thread.open.peek();
            thread.done.add(
                new RecordedAction(
                    thread.lastWhere,
                    name,
                    key.process(),
                    key.thread(),
                    innermost.action(),
                    How.OPEN,
                    innermost.operation(),
                    JSON.createObjectNode(),
                    thread.lastEnd == Long.MIN_VALUE ? innermost.nanos() : thread.lastEnd,
                    Long.MAX_VALUE));
          }
          result.add(List.copyOf(thread.done));
        });
    return result;
  }

  private static void take(
      String file, String where, String line, Map<ThreadOf, ThreadState> threads) {
    JsonNode event = parse(where, line);
    String process = text(where, event, "process");
    String name = text(where, event, "thread");
    String action = text(where, event, "action");
    JsonNode nanos = event.get("nanos");
    if (nanos == null || !nanos.isIntegralNumber()) {
      throw new TraceFormatException(where, "no number \"nanos\"");
    }
    String operation = event.has("operation") ? text(where, event, "operation") : "";
    ThreadState thread =
        threads.computeIfAbsent(new ThreadOf(process, name), unused -> new ThreadState());
    if (nanos.longValue() < thread.lastNanos) {
      throw new TraceFormatException(where, "the clock of thread " + name + " goes back");
    }
    thread.lastNanos = nanos.longValue();
    thread.lastWhere = where;
    switch (moment(where, event)) {
      case INVOKE -> thread.open.push(new Begun(action, operation, thread.lastNanos));
      case RETURN -> end(file, where, process, name, thread, action, operation, How.RETURN, event);
      case THROW -> end(file, where, process, name, thread, action, operation, How.THROW, event);
    }
  }

  private static void end(
      String file,
      String where,
      String process,
      String name,
      ThreadState thread,
      String action,
      String operation,
      How how,
      JsonNode event) {
    Begun begun = thread.open.peek();
    if (begun != null && begun.action().equals(action) && begun.operation().equals(operation)) {
      thread.open.pop();
    } else if (!MENTIONED.contains(action)) {
      throw new TraceFormatException(where, action + " ends without having begun");
    }
    long began = begun == null ? thread.lastNanos : begun.nanos();
    JsonNode values = event.has("values") ? event.get("values") : JSON.createObjectNode();
    if (!values.isObject()) {
      throw new TraceFormatException(where, "\"values\" is no object");
    }
    long begin = thread.lastEnd == Long.MIN_VALUE ? began : thread.lastEnd;
    thread.done.add(
        new RecordedAction(
            where, file, process, name, action, how, operation, values, begin, thread.lastNanos));
    thread.lastEnd = thread.lastNanos;
  }

  private static JsonNode parse(String where, String line) {
    try {
      JsonNode node = JSON.readTree(line);
      if (node == null || !node.isObject()) {
        throw new TraceFormatException(where, "this is no JSON object: " + shortened(line));
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new TraceFormatException(where, "this is no JSON: " + shortened(line));
    }
  }

  private static String shortened(String line) {
    return line.length() <= 60 ? line : line.substring(0, 60) + "...";
  }

  private static Moment moment(String where, JsonNode event) {
    String moment = text(where, event, "moment");
    for (Moment known : Moment.values()) {
      if (known.name().equals(moment)) {
        return known;
      }
    }
    throw new TraceFormatException(where, "no moment is called " + moment);
  }

  private static String text(String where, JsonNode event, String name) {
    JsonNode value = event.get(name);
    if (value == null || !value.isTextual()) {
      throw new TraceFormatException(where, "no text \"" + name + "\"");
    }
    return value.textValue();
  }
}
