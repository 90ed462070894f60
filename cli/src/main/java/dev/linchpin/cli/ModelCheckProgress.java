package dev.linchpin.cli;

import dev.linchpin.modelchecking.ModelRun;
import dev.linchpin.modelchecking.Progress;
import dev.linchpin.modelchecking.ProgressListener;
import dev.linchpin.modelchecking.RunReport;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** How a model check goes on: a line when a run starts and ends, and one every five seconds. */
final class ModelCheckProgress implements ProgressListener {
  private static final Duration BETWEEN = Duration.ofSeconds(5);

  private final PrintWriter out;
  private Duration next = BETWEEN;

  ModelCheckProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void started(ModelRun run) {
    next = BETWEEN;
    out.println(Style.bold(run.name()) + " (" + run.kind().name().toLowerCase(Locale.ROOT) + ")");
    out.flush();
  }

  @Override
  public void progress(Progress progress) {
    if (progress.elapsed().compareTo(next) < 0) {
      return;
    }
    next = progress.elapsed().plus(BETWEEN);
    out.printf(
        "  %3d s  %13s states, %11s distinct, %10s to do, depth %d, %s states/s%n",
        progress.elapsed().toSeconds(),
        Tables.count(progress.generated()),
        Tables.count(progress.distinct()),
        Tables.count(progress.queued()),
        progress.depth(),
        Tables.count(progress.statesPerSecond()));
    out.flush();
  }

  @Override
  public void finished(RunReport report) {
    out.printf(
        Locale.ROOT,
        "  %s  %s distinct states, depth %d, %.1f s%n",
        report.asExpected() ? Style.good("as it must") : Style.bad("WRONG"),
        Tables.count(report.distinct()),
        report.depth(),
        report.elapsed().toMillis() / 1000.0);
    out.flush();
  }
}
