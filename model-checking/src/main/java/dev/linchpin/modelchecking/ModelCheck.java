package dev.linchpin.modelchecking;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks the specification with TLC. */
public final class ModelCheck {
  private ModelCheck() {}

  /**
   * Runs every TLC run of a model, one after the other, with as many workers as there are
   * processors.
   *
   * @param model what to check
   * @param listener told how it goes
   * @return what was found; a violation is a report, not an exception
   * @throws IOException if TLC cannot be started or the temporary directory cannot be written
   * @throws InterruptedException if the caller is interrupted; no process is left behind
   */
  public static ModelCheckReport run(Model model, ProgressListener listener)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<RunReport> reports = new ArrayList<>();
    for (ModelRun run : model.runs()) {
      reports.add(run(run, listener));
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    return new ModelCheckReport(model, reports, SpecActions.ofNext(), elapsed);
  }

  /**
   * Runs TLC once.
   *
   * @param run what to run
   * @param listener told how it goes
   * @return what was found
   * @throws IOException if TLC cannot be started or the temporary directory cannot be written
   * @throws InterruptedException if the caller is interrupted; no process is left behind
   */
  public static RunReport run(ModelRun run, ProgressListener listener)
      throws IOException, InterruptedException {
    listener.started(run);
    RunReport report = TlcProcess.run(run, Runtime.getRuntime().availableProcessors(), listener);
    listener.finished(report);
    return report;
  }
}
