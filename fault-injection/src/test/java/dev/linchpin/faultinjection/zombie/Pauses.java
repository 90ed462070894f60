package dev.linchpin.faultinjection.zombie;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.faultinjection.trace.TraceJudge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds traces to the least that they must say: a stopped process does nothing. */
final class Pauses implements TraceJudge {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger directories = new AtomicInteger();

  /** How many pauses the judged traces told of. */
  int seen() {
    return seen.get();
  }

  int directories() {
    return directories.get();
  }

  private record Pause(String trace, long from, long to) {}

  @Override
  public List<String> judge(Path traceDirectory) {
    directories.incrementAndGet();
    List<String> found = new ArrayList<>();
    if (!action(events(traceDirectory.resolve("01-base.ndjson")).get(0)).equals("CreateTables")) {
      found.add("the traces do not begin with the creation of the graph");
    }
    for (Pause pause : pauses(events(traceDirectory.resolve("environment.ndjson")))) {
      seen.incrementAndGet();
      for (JsonNode event : events(traceDirectory.resolve(pause.trace()))) {
        long nanos = event.required("nanos").asLong();
        if (nanos > pause.from() && nanos < pause.to()) {
          found.add("a stopped process acted: " + event);
        }
      }
    }
    return found;
  }

  private static List<Pause> pauses(List<JsonNode> environment) {
    List<Pause> pauses = new ArrayList<>();
    Map<String, Long> since = new HashMap<>();
    for (JsonNode event : environment) {
      String trace = event.at("/values/trace").asText();
      long nanos = event.required("nanos").asLong();
      String what = action(event) + " " + event.required("moment").asText();
      if (what.equals("Pause RETURN")) {
        since.put(trace, nanos);
      } else if (what.equals("Resume INVOKE")) {
        pauses.add(new Pause(trace, since.remove(trace), nanos));
      }
    }
    return pauses;
  }

  private static String action(JsonNode event) {
    return event.required("action").asText();
  }

  private static List<JsonNode> events(Path file) {
    if (!Files.exists(file)) {
      return List.of(); // nothing was done to anybody
    }
    List<JsonNode> events = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        events.add(JSON.readTree(line));
      }
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
