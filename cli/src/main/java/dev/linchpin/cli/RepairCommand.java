package dev.linchpin.cli;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.recovery.RepairPreview;
import dev.linchpin.recovery.RepairReport;
import dev.linchpin.recovery.RepairReport.TableOutcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The operator's way out when somebody outside the protocol has moved a table. */
@Command(
    name = "repair",
    description = {
      "Shows which tables somebody outside Linchpin has moved, so that writes to them are refused, and what a repair"
          + " would discard. That changes nothing. With the token that it shows, --confirm does the repair: each of these"
          + " tables is realigned to its published content, and that is recorded first.",
      "Exit status of a preview: 0 nothing needs a repair; 1 something does. Of a repair: 0 all is repaired; 1 something"
          + " is left, because it moved meanwhile; 26 the token is for another state, and nothing was done."
    },
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The graph's directory.")
  private Path directory;

  @ArgGroup private What what = new What();

  @Option(
      names = "--as",
      paramLabel = "ACTOR",
      description = "Who confirms, for the record; the user's name by default.")
  private String actor = System.getProperty("user.name");

  /** One of these, or neither. */
  private static final class What {
    @Option(
        names = "--confirm",
        paramLabel = "TOKEN",
        description = "Repair exactly what the preview with this token has shown.")
    private String token;

    @Option(
        names = "--history",
        description = "Show the record of every repair instead; changes nothing.")
    private boolean history;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int status = what.token != null ? repair(out) : what.history ? history(out) : preview(out);
    out.flush();
    return status;
  }

  private int preview(PrintWriter out) {
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT)) {
      RepairPreview preview = graph.previewRepair();
      new RepairText(out, directory).print(preview);
      return preview.token().isPresent() ? ExitStatus.CHECK_FAILED : ExitStatus.SUCCESS;
    }
  }

  private int repair(PrintWriter out) {
    try (Graph graph = Graph.openForRepair(directory, GraphOptions.DEFAULT)) {
      RepairReport report = graph.repair(what.token, actor);
      report.intents().outcomes().forEach(outcome -> RecoverCommand.print(out, outcome));
      report.tables().forEach(table -> print(out, table));
      out.println(
          report.complete()
              ? "the record: linchpin repair " + directory + " --history"
              : "something is left; a new preview: linchpin repair " + directory);
      return report.complete() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
    }
  }

  private static void print(PrintWriter out, TableOutcome table) {
    out.printf(
        "  %s  table %s: %s%n",
        table.repaired() ? Style.good("repaired") : Style.warn("not repaired"),
        table.name(),
        table.detail());
  }

  private int history(PrintWriter out) {
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT)) {
      List<RepairRecord> records = graph.repairs();
      if (records.isEmpty()) {
        out.println("no repair is on record");
      }
      for (RepairRecord record : records) {
        out.printf(
            "%s  %s by %s (%s)%n",
            record.time(),
            Style.name(record.name()),
            Style.bold(record.actor()),
            record.repairedBy().description());
        out.printf(
            "    content of version %d, realigned as version %d; confirmed by %s%n",
            record.pointer(), record.realigned(), record.token());
        out.println(
            "    void: "
                + record.voided().stream()
                    .map(voided -> "version " + voided.version() + " = " + voided.transaction())
                    .collect(Collectors.joining(", ")));
      }
      return ExitStatus.SUCCESS;
    }
  }
}
