package dev.linchpin.faultinjection.jvm;

import dev.linchpin.gates.Backoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Signals to other processes, and whether they have worked. */
final class Signals {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Path PROC = Path.of("/proc");

  private Signals() {}

  static void send(String signal, long pid) {
    run("kill", "-" + signal, Long.toString(pid));
  }

  static void awaitStopped(long pid) {
    await(() -> Set.of('T').equals(Set.copyOf(states(pid))), "process " + pid + " did not stop");
  }

  static void awaitContinued(long pid) {
    await(
        () -> states(pid).stream().noneMatch(state -> state == 'T'),
        "process " + pid + " did not go on");
  }

  /** There is no event to wait for: the states of another process can only be looked at. */
  private static void await(BooleanSupplier condition, String otherwise) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Backoff backoff = new Backoff();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(otherwise);
      }
      backoff.pause();
    }
  }

  /** The state of each thread where the system tells; else that of the process. */
  private static List<Character> states(long pid) {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      String state = run("ps", "-o", "stat=", "-p", Long.toString(pid)).strip();
      return state.isEmpty() ? List.of() : List.of(state.charAt(0));
    }
    List<Character> states = new ArrayList<>();
    try (Stream<Path> threads = Files.list(PROC.resolve(pid + "/task"))) {
      for (Path thread : threads.toList()) {
        state(thread, states);
      }
    } catch (NoSuchFileException gone) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell the state of process " + pid, e);
    }
    return states;
  }

  private static void state(Path thread, List<Character> states) throws IOException {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      states.add(stat.charAt(stat.lastIndexOf(')') + 2));
    } catch (IOException e) {
      if (Files.exists(thread)) {
        throw e;
      }
      // The thread ended between the listing and the look.
    }
  }

  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          || (process.exitValue() != 0 && !command[0].equals("ps"))) {
        throw new IllegalStateException(String.join(" ", command) + ": " + out);
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + String.join(" ", command), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at " + String.join(" ", command), e);
    }
  }
}
