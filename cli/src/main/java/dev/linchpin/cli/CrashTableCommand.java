package dev.linchpin.cli;

import dev.linchpin.faultinjection.table.CrashTable;
import dev.linchpin.faultinjection.table.CrashTableOptions;
import dev.linchpin.faultinjection.table.CrashTableReport;
import dev.linchpin.faultinjection.table.CrashTableText;
import dev.linchpin.faultinjection.table.TerminalProgress;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The main job: kills real processes at every point, and judges what the next one finds. */
@Command(
    name = "crash-table",
    description = {
      "Kills a real process at each crash point of each scenario on real Lance, lets a writer in a new process come"
          + " along, and judges the outcome by the row of the crash contract that the kill falls into. A crash point is"
          + " the entry or exit of an action of the specification or of a durable call inside it; they are taken from"
          + " the code's annotations.",
      "Without options, a representative set, in under 90 seconds. Results are kept as JSON in"
          + " target/evidence/ of this source tree.",
      "Exit status 1 if a cell is not as its row demands."
    },
    mixinStandardHelpOptions = true)
final class CrashTableCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--adapter",
      paramLabel = "A",
      description =
          "Only this adapter's scenarios: MUTATION, or CREATION for the creation of graphs.")
  private String adapter;

  @Option(
      names = "--point",
      paramLabel = "P",
      description =
          "Only cells whose name contains this, such as 'ApplyEffect' or the whole name that a failure shows.")
  private String point;

  @Option(names = "--all", description = "Every cell; takes minutes.")
  private boolean all;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Picks the representative set among equivalent cells (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description =
          "Keep the action traces of every cell in a directory of its own in DIR; otherwise only those of cells that"
              + " did not pass are kept, beside the results.")
  private Path traces;

  @Option(
      names = "--json",
      description = "Print the result as JSON; progress goes to standard error.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Path evidence = evidence();
    CrashTableOptions options =
        CrashTableOptions.of(adapter, point, all)
            .withSeed(seed)
            .withCommit(Home.commit())
            .withEvidence(evidence)
            .withTraces(keeping(evidence));
    CrashTableReport report;
    try {
      report = CrashTable.run(options, new TerminalProgress(json ? System.err : System.out));
    } catch (IllegalArgumentException noCell) {
      throw new ParameterException(
          spec.commandLine(), "There is no such cell: " + noCell.getMessage());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Files.readString(evidence));
    } else {
      out.print(CrashTableText.render(report));
      out.println("results: " + evidence);
    }
    out.flush();
    return report.green() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
  }

  private TraceKeeping keeping(Path evidence) {
    TraceKeeping keeping =
        TraceKeeping.NONE.failuresIn(evidence.resolveSibling("crash-table-traces"));
    return traces == null ? keeping : keeping.keptIn(traces);
  }

  /** A run of a few cells does not replace the evidence of a whole one. */
  private Path evidence() {
    String name = adapter == null && point == null ? "crash-table.json" : "crash-table-part.json";
    return Home.directory().resolve(Path.of("target", "evidence", name));
  }
}
