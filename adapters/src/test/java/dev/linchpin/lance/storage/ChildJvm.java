package dev.linchpin.lance.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another process. Its temporary directory is its own, since Lance unpacks its native library there
 * and a killed JVM leaves it behind.
 */
public final class ChildJvm implements AutoCloseable {
  private final Path temporary;
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Path temporary, Process process) {
    this.temporary = temporary;
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a main class on this class path. */
  public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    Path temporary = Files.createTempDirectory("linchpin-child-");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Xmx256m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ChildJvm(temporary, process);
  }

  /** The next line of its output; an error if it ends first. */
  public String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the child process ended without another word");
    }
    return line;
  }

  /** Everything that it still says, until it ends by itself. */
  public List<String> toTheEnd() throws IOException, InterruptedException {
    List<String> lines = output.lines().toList();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError("the child process failed after saying " + lines);
    }
    return lines;
  }

  /** Tells it to go on. */
  public void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** {@code kill -9}, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() throws IOException {
    kill();
    output.close();
    StorageLab.deleteTree(temporary);
  }
}
