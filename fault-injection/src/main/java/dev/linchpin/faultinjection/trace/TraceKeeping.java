package dev.linchpin.faultinjection.trace;

import dev.linchpin.faultinjection.jvm.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is done with the traces of each case.
 *
 * @param judge is asked about each
 * @param everyCase where the traces of every case are kept; empty to keep none of those that passed
 * @param failures where the traces of failed cases are kept, if not all are; empty for nowhere
 */
public record TraceKeeping(TraceJudge judge, Optional<Path> everyCase, Optional<Path> failures) {
  /** No judge; nothing is kept. */
  public static final TraceKeeping NONE =
      new TraceKeeping(TraceJudge.NONE, Optional.empty(), Optional.empty());

  /**
   * The same with a judge.
   *
   * @param judge is asked about each case's traces
   * @return what to do with traces
   */
  public TraceKeeping judgedBy(TraceJudge judge) {
    return new TraceKeeping(judge, everyCase, failures);
  }

  /**
   * The same, with every case's traces kept.
   *
   * @param directory in a directory of its own in there
   * @return what to do with traces
   */
  public TraceKeeping keptIn(Path directory) {
    return new TraceKeeping(judge, Optional.of(directory), failures);
  }

  /**
   * The same, with the traces of failed cases kept.
   *
   * @param directory in a directory of its own in there
   * @return what to do with traces
   */
  public TraceKeeping failuresIn(Path directory) {
    return new TraceKeeping(judge, everyCase, Optional.of(directory));
  }

  /**
   * A case has ended: its traces are kept or deleted.
   *
   * @param traces the case's trace directory; gone afterwards
   * @param name the case's name
   * @param passed whether it passed
   */
  public void end(Path traces, String name, boolean passed) {
    Optional<Path> place = everyCase.isPresent() || passed ? everyCase : failures;
    place.ifPresent(
        parent -> keep(traces, parent.resolve(name.replaceAll("[^A-Za-z0-9@#-]", "-"))));
    Trees.delete(traces);
  }

  private static void keep(Path traces, Path target) {
    try {
      Trees.delete(target);
      Files.createDirectories(target.toAbsolutePath().getParent());
      Trees.copy(traces, target);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the traces " + traces, e);
    }
  }
}
