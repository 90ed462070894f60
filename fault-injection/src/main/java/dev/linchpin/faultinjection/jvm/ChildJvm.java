package dev.linchpin.faultinjection.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jboss.byteman.agent.Main;

/**
 * A JVM of its own: started with this process's class path, watched line by line, killed with
 * signal 9 when wanted. Closing it kills it, if it still runs, and deletes its directory.
 */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final Path directory;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;
  private boolean ended;

  private ChildJvm(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
    this.reader = new Thread(this::drain, "child-" + process.pid());
    this.reader.setDaemon(true);
    this.reader.start();
    Leftovers.add(this);
  }

  /**
   * Describes a child.
   *
   * @param image what the child shares with others
   * @param main its main class, on this process's class path
   * @param arguments its arguments
   * @return the description; start it
   */
  public static Launch launch(ChildImage image, Class<?> main, String... arguments) {
    return new Launch(image, main, List.of(arguments));
  }

  /** A child that is not started yet. */
  public static final class Launch {
    private final ChildImage image;
    private final Class<?> main;
    private final List<String> arguments;
    private final List<String> options = new ArrayList<>();
    private Optional<String> script = Optional.empty();

    private Launch(ChildImage image, Class<?> main, List<String> arguments) {
      this.image = image;
      this.main = main;
      this.arguments = arguments;
    }

    /**
     * Runs the child under Byteman.
     *
     * @param script the rules' text; an empty text means no Byteman
     * @return this description
     */
    public Launch script(String script) {
      this.script = Optional.of(script).filter(text -> !text.isBlank());
      return this;
    }

    /**
     * Adds an option of the JVM.
     *
     * @param option for instance {@code -Dname=value}; {@code %DIR%} stands for the child's own
     *     directory
     * @return this description
     */
    public Launch jvmOption(String option) {
      options.add(option);
      return this;
    }

    /**
     * Starts the child.
     *
     * @return the child, to be closed
     */
    public ChildJvm start() {
      Path directory = image.childDirectory();
      try {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(image.jvmOptions());
        command.add("-Djava.io.tmpdir=" + directory);
        for (String option : options) {
          command.add(option.replace("%DIR%", directory.toString()));
        }
        if (script.isPresent()) {
          Path rules = Files.writeString(directory.resolve("rules.btm"), script.get());
          command.add("-javaagent:" + bytemanJar() + "=script:" + rules);
        }
        command.add("-cp");
        command.add(image.classPath());
        command.add(main.getName());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Options meant for this process must not reach, and be announced by, its children.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        return new ChildJvm(builder.start(), directory);
      } catch (IOException e) {
        Trees.delete(directory);
        throw new UncheckedIOException("cannot start a child JVM", e);
      } catch (RuntimeException e) {
        Trees.delete(directory);
        throw e;
      }
    }
  }

  /**
   * The jar of Byteman on this process's class path.
   *
   * @return where it is
   */
  public static Path bytemanJar() {
    try {
      return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException("no place for Byteman", e);
    }
  }

  private void drain() {
    try (BufferedReader out =
        new BufferedReader(
            new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("[output lost: " + e + "]");
    } finally {
      synchronized (lines) {
        ended = true;
        lines.notifyAll();
      }
    }
  }

  private void add(String line) {
    synchronized (lines) {
      lines.add(line);
      lines.notifyAll();
    }
  }

  /**
   * Waits for a line of output.
   *
   * @param wanted which
   * @param bound how long at most
   * @return the first such line, also if it was written before
   * @throws IllegalStateException if the child ends, or the time passes, without it
   */
  public String awaitLine(Predicate<String> wanted, Duration bound) {
    return awaitLineOrEnd(wanted, bound)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the child ended without the awaited line; its output:\n" + output()));
  }

  /**
   * Waits for a line of output or for the child's end, whichever comes first.
   *
   * @param wanted which line
   * @param bound how long at most
   * @return the first such line, or empty if the child ended without one
   * @throws IllegalStateException if the time passes
   */
  public Optional<String> awaitLineOrEnd(Predicate<String> wanted, Duration bound) {
    long deadline = System.nanoTime() + bound.toNanos();
    synchronized (lines) {
      for (int next = 0; ; ) {
        for (; next < lines.size(); next++) {
          if (wanted.test(lines.get(next))) {
            return Optional.of(lines.get(next));
          }
        }
        if (ended) {
          return Optional.empty();
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new IllegalStateException(
              "time passed without the awaited line; the child's output:\n"
                  + String.join("\n", lines));
        }
        try {
          lines.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted while waiting for a child JVM", e);
        }
      }
    }
  }

  /**
   * Writes a line to the child's standard input.
   *
   * @param line the line
   */
  public void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to a child JVM:\n" + output(), e);
    }
  }

  /** Stops the child with a signal that it cannot catch, and waits until no thread of it runs. */
  public void stop() {
    Signals.send("STOP", process.pid());
    Signals.awaitStopped(process.pid());
  }

  /** Lets a stopped child go on, and waits until it does. */
  public void resume() {
    Signals.send("CONT", process.pid());
    Signals.awaitContinued(process.pid());
  }

  /** Kills the child with signal 9 and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(Duration.ofSeconds(30));
  }

  /**
   * Waits for the child's end.
   *
   * @param bound how long at most
   * @return its exit code; 137 if it was killed with signal 9 or halted with that code
   * @throws IllegalStateException if it still runs then; it is killed
   */
  public int awaitExit(Duration bound) {
    try {
      if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "a child JVM still ran after " + bound.toSeconds() + " s; its output:\n" + output());
      }
      reader.join(TimeUnit.SECONDS.toMillis(10));
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a child JVM", e);
    }
  }

  /**
   * The child's number in the operating system.
   *
   * @return its process id
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Whether the child still runs.
   *
   * @return true until it is gone
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Everything that it has written so far, standard error included.
   *
   * @return the lines
   */
  public List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /**
   * The same as one text.
   *
   * @return lines joined by newlines
   */
  public String output() {
    return String.join("\n", lines());
  }

  /**
   * The child's own directory, its {@code java.io.tmpdir}; deleted when the child is closed.
   *
   * @return where
   */
  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    Leftovers.remove(this);
    if (process.isAlive()) {
      kill();
    }
    Trees.delete(directory);
  }
}
