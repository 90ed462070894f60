package dev.linchpin.modelchecking;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tlc2.TLC;

/** One TLC run in a JVM of its own, in directories of its own. */
final class TlcProcess {
  private static final Pattern PROPERTY =
      Pattern.compile("^(?:PROPERTY|INVARIANT) +(\\w+)", Pattern.MULTILINE);
  private static final long PROGRESS_MILLIS = 1000;

  private TlcProcess() {}

  /**
   * Runs TLC to its end.
   *
   * @param run what to run
   * @param workers TLC worker threads; liveness runs always use one
   * @param listener told about the progress
   * @return what TLC found
   * @throws IOException if the JVM cannot be started or the disk is full
   * @throws InterruptedException if the caller is interrupted; TLC is then ended
   */
  static RunReport run(ModelRun run, int workers, ProgressListener listener)
      throws IOException, InterruptedException {
    return examine(run, Map.of(), workers, listener).report();
  }

  /** What a run found, with all that TLC said. */
  record Examination(RunReport report, TlcTranscript transcript) {}

  /**
   * Runs TLC to its end, with generated modules beside those of the specification.
   *
   * @param run what to run
   * @param modules the generated modules' texts, by module name
   * @param workers TLC worker threads
   * @param listener told about the progress
   * @return what TLC found and said
   * @throws IOException if the JVM cannot be started or the disk is full
   * @throws InterruptedException if the caller is interrupted; TLC is then ended
   */
  static Examination examine(
      ModelRun run, Map<String, String> modules, int workers, ProgressListener listener)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("linchpin-tlc-");
    try {
      SpecFiles.copyTo(directory);
      for (Map.Entry<String, String> module : modules.entrySet()) {
        Files.writeString(directory.resolve(module.getKey() + ".tla"), module.getValue());
      }
      Path temporary = Files.createDirectory(directory.resolve("tmp"));
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command(run, workers, directory, temporary))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      // A parent that goes away must not leave a model checker behind.
      Thread reaper = new Thread(() -> abandon(process, directory));
      Runtime.getRuntime().addShutdownHook(reaper);
      TlcTranscript transcript = new TlcTranscript();
      try {
        follow(process, run, start, transcript, listener);
        int exitCode = process.waitFor();
        RunReport report =
            new RunReport(
                run,
                transcript.outcome(exitCode, property(run)),
                transcript.generated(),
                transcript.distinct(),
                transcript.depth(),
                since(start),
                transcript.processorTime(),
                transcript.coverage());
        return new Examination(report, transcript);
      } finally {
        process.destroyForcibly();
        process.waitFor();
        unhook(reaper);
      }
    } finally {
      SpecFiles.deleteTree(directory);
    }
  }

  private static void abandon(Process process, Path directory) {
    process.destroyForcibly();
    process.onExit().join();
    try {
      SpecFiles.deleteTree(directory);
    } catch (IOException e) {
      System.err.println("left behind: " + directory + " (" + e.getMessage() + ")");
    }
  }

  private static void unhook(Thread reaper) {
    try {
      Runtime.getRuntime().removeShutdownHook(reaper);
    } catch (IllegalStateException shuttingDown) {
      // The hook is running already, which is all it is for.
      return;
    }
  }

  private static void follow(
      Process process,
      ModelRun run,
      long start,
      TlcTranscript transcript,
      ProgressListener listener)
      throws IOException, InterruptedException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (Thread.interrupted()) {
          throw new InterruptedException("model check " + run.name());
        }
        if (line.startsWith(TlcMain.PROGRESS)) {
          String[] n = line.substring(TlcMain.PROGRESS.length()).split(" ");
          listener.progress(
              new Progress(
                  run.name(),
                  Long.parseLong(n[0]),
                  Long.parseLong(n[1]),
                  Long.parseLong(n[2]),
                  Integer.parseInt(n[3]),
                  since(start)));
        } else {
          transcript.line(line);
        }
      }
    }
  }

  private static List<String> command(ModelRun run, int workers, Path directory, Path temporary) {
    boolean safety = run.kind() == ModelRun.Kind.SAFETY;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(safety ? "-Xmx2g" : "-Xmx1g");
    if (run.kind() == ModelRun.Kind.MUST_FAIL) {
      // Over in a moment: compiling for the long run would be most of the work.
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    } else {
      command.add("-XX:+UseParallelGC");
    }
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-cp");
    command.add(classPath());
    command.add(TlcMain.class.getName());
    command.add(Long.toString(PROGRESS_MILLIS));
    command.add("-tool");
    command.add("-metadir");
    command.add(temporary.resolve("states").toString());
    if (safety) {
      // The coverage of each action is printed at the end; the interval is in minutes.
      command.addAll(List.of("-coverage", "1000"));
    }
    // Liveness with several workers can miss violations in this version of TLC; and a
    // counterexample is a shortest one only with a single worker.
    command.addAll(List.of("-workers", safety ? Integer.toString(workers) : "1"));
    command.addAll(List.of("-config", run.name() + ".cfg", run.module()));
    return command;
  }

  private static String classPath() {
    Set<String> entries = new LinkedHashSet<>();
    for (Class<?> type : List.of(TlcMain.class, TLC.class)) {
      try {
        entries.add(
            Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
      } catch (URISyntaxException e) {
        throw new IllegalStateException("class path entry is not a file", e);
      }
    }
    return String.join(System.getProperty("path.separator"), entries);
  }

  private static String property(ModelRun run) {
    Matcher matcher = PROPERTY.matcher(SpecFiles.read(run.name() + ".cfg"));
    return matcher.find() ? matcher.group(1) : "temporal property";
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
