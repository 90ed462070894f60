package dev.linchpin.modelchecking.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The trace of one process.
 *
 * @param name the file's name, by which the environment's events refer to the process
 * @param lines one JSON object a line
 */
public record TraceFile(String name, List<String> lines) {
  /** Copies the lines. */
  public TraceFile {
    lines = List.copyOf(lines);
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its lines
   * @throws TraceFormatException if there is none, or it is no text
   */
  public static TraceFile of(Path file) {
    try {
      return new TraceFile(
          String.valueOf(file.getFileName()), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new TraceFormatException(file.toString(), "there is no such file");
    } catch (MalformedInputException e) {
      throw new TraceFormatException(file.toString(), "this is no UTF-8 text");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the trace " + file, e);
    }
  }
}
