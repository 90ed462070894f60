package dev.linchpin.faultinjection.trace;

import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.trace.TraceEvent;
import dev.linchpin.trace.TraceEvent.Moment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The traces of one case, in a directory of its own: {@code 01-base.ndjson}, {@code
 * 02-victim.ndjson} and so on, one file a process, numbered in the order in which the processes
 * began; and {@code environment.ndjson}, in which the harness tells what it did to them: {@code
 * Crash}, {@code Pause}, {@code Resume} (invoked just before the signal, returned when it is known
 * to have worked) and {@code ForeignCommit}. The times are the machine's monotonic clock, which all
 * its processes share. Safe for many threads.
 */
public final class CaseTraces {
  private static final String ENVIRONMENT = "environment";
  private static final String SUFFIX = ".ndjson";

  private final Path directory;
  private int files;

  private CaseTraces(Path directory, int files) {
    this.directory = directory;
    this.files = files;
  }

  /**
   * The traces of a case that begins with nothing.
   *
   * @param directory where; must not exist yet
   * @return no traces
   */
  public static CaseTraces begin(Path directory) {
    try {
      return new CaseTraces(Files.createDirectories(directory), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the trace directory " + directory, e);
    }
  }

  /**
   * The traces of a case that goes on where another was left, with its traces.
   *
   * @param earlier the other case's directory; copied
   * @param directory where; must not exist yet
   * @return the traces so far
   */
  public static CaseTraces continuing(Path earlier, Path directory) {
    Trees.copy(earlier, directory);
    try (Stream<Path> copied = Files.list(directory)) {
      long processes =
          copied.filter(file -> !file.getFileName().toString().startsWith(ENVIRONMENT)).count();
      return new CaseTraces(directory, (int) processes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  /**
   * The file for one more process.
   *
   * @param role what the process does; part of the file's name
   * @return a file that does not exist yet
   */
  public synchronized Path next(String role) {
    files++;
    return directory.resolve(String.format("%02d-%s%s", files, role, SUFFIX));
  }

  /**
   * The directory.
   *
   * @return where the traces are
   */
  public Path directory() {
    return directory;
  }

  /** What is done to a process from outside. */
  public enum Interference {
    /** It is killed. */
    CRASH("Crash"),
    /** It is stopped. */
    PAUSE("Pause"),
    /** It goes on. */
    RESUME("Resume");

    private final String action;

    Interference(String action) {
      this.action = action;
    }
  }

  /**
   * Does something to a process, and tells so.
   *
   * @param what what
   * @param trace the trace file of the process concerned
   * @param signal does it, and returns when it is known to have worked
   */
  public void interfere(Interference what, Path trace, Runnable signal) {
    Map<String, Object> values = Map.of("trace", trace.getFileName().toString());
    emit(System.nanoTime(), Moment.INVOKE, what.action, values);
    signal.run();
    emit(System.nanoTime(), Moment.RETURN, what.action, values);
  }

  /**
   * Tells of a process that a rule has halted from inside: after its last event, before now.
   *
   * @param trace its trace file
   */
  public void halted(Path trace) {
    Map<String, Object> values = Map.of("trace", trace.getFileName().toString());
    long now = System.nanoTime();
    emit(lastNanos(trace).orElse(now), Moment.INVOKE, Interference.CRASH.action, values);
    emit(now, Moment.RETURN, Interference.CRASH.action, values);
  }

  private static Optional<Long> lastNanos(Path trace) {
    if (!Files.exists(trace)) {
      return Optional.empty(); // it died before its first event
    }
    try {
      List<String> lines = Files.readAllLines(trace);
      return lines.isEmpty()
          ? Optional.empty()
          : Optional.of(TraceLines.nanos(lines.get(lines.size() - 1)) + 1);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + trace, e);
    }
  }

  /**
   * Commits to a table as a stranger would, and tells so.
   *
   * @param table the table's incarnation
   * @param commit makes the commit and returns the version at which it landed
   */
  public void foreignAppend(String table, LongSupplier commit) {
    emit(
        System.nanoTime(),
        Moment.INVOKE,
        "ForeignCommit",
        Map.of("table", table, "kind", "Append"));
    long version = commit.getAsLong();
    emit(
        System.nanoTime(),
        Moment.RETURN,
        "ForeignCommit",
        Map.of("table", table, "kind", "Append", "version", version));
  }

  private synchronized void emit(
      long nanos, Moment moment, String action, Map<String, Object> values) {
    try (NdjsonTraceSink sink = new NdjsonTraceSink(directory.resolve(ENVIRONMENT + SUFFIX))) {
      sink.emit(
          new TraceEvent(
              nanos,
              ENVIRONMENT,
              Thread.currentThread().getName(),
              moment,
              action,
              Optional.empty(),
              values));
    }
  }
}
