package dev.linchpin.lance.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.trace.TraceEvent;
import dev.linchpin.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the action trace as one JSON object a line, one file a process. Each line is handed to the
 * operating system at once, in a single append, so that a killed process has lost none of them; no
 * lock of ours orders the actions.
 */
public final class NdjsonTraceSink implements TraceSink, AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final FileChannel channel;

  /**
   * Opens the file, appending.
   *
   * @param file the file; created if absent
   */
  public NdjsonTraceSink(Path file) {
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the trace file " + file, e);
    }
  }

  @Override
  public void emit(TraceEvent event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("nanos", event.nanos());
    line.put("process", event.process());
    line.put("thread", event.thread());
    line.put("moment", event.moment().name());
    line.put("action", event.action());
    event.operation().ifPresent(operation -> line.put("operation", operation));
    if (!event.values().isEmpty()) {
      line.put("values", event.values());
    }
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap((json.writeValueAsString(line) + '\n').getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a trace event: " + event, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the trace", e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the trace", e);
    }
  }
}
