package dev.linchpin.faultinjection.trace;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Lines of a trace file, read without the product's own code. */
final class TraceLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TraceLines() {}

  static long nanos(String line) {
    try {
      return JSON.readTree(line).required("nanos").asLong();
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException("not a line of a trace: " + line, e);
    }
  }
}
