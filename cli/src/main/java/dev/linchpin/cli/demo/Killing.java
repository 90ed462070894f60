package dev.linchpin.cli.demo;

import dev.linchpin.faultinjection.jvm.ChildImage;
import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.point.AnnotatedMethod;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.CrashPoints;
import dev.linchpin.faultinjection.point.Moment;
import dev.linchpin.faultinjection.point.PointHelper;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.point.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Starts a {@link DoomedWriter} and has it killed at a named crash point. */
final class Killing {
  private static final Duration BOUND = Duration.ofSeconds(30);

  private Killing() {}

  /**
   * Runs the child to its end.
   *
   * @param image what children share
   * @param graph the graph's directory
   * @param action the action of the specification at whose first end the child is halted
   * @throws IllegalStateException if the child ended in any other way
   */
  static void atFirstEndOf(ChildImage image, Path graph, String action) {
    AnnotatedMethod method =
        CrashPoints.annotated().stream()
            .filter(
                candidate ->
                    candidate.kind() == AnnotatedMethod.Kind.ACTION
                        && candidate.name().equals(action))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no method for action " + action));
    CrashPoint point = new CrashPoint(action, Optional.empty(), 1, Moment.EXIT, method, 1);
    Path died = temporaryFile();
    ChildJvm.Launch launch =
        ChildJvm.launch(image, DoomedWriter.class, graph.toString())
            .jvmOption("-D" + PointHelper.FILE + "=" + died)
            .script(PointScript.killing(point));
    try (ChildJvm child = launch.start()) {
      int exit = child.awaitExit(BOUND);
      if (exit != PointScript.EXIT_CODE) {
        throw new IllegalStateException(
            "the child was to be killed in "
                + action
                + ", but ended with "
                + exit
                + ":\n"
                + child.output());
      }
      Recording.discrepancy(Files.readAllLines(died), point)
          .ifPresent(
              elsewhere -> {
                throw new IllegalStateException(elsewhere);
              });
      Files.delete(died);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read where the child died", e);
    }
  }

  private static Path temporaryFile() {
    try {
      return Files.createTempFile("linchpin-demo-", ".point");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary file", e);
    }
  }
}
