package dev.linchpin.cli;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs recovery and reports what it found and did. */
@Command(
    name = "recover",
    description = {
      "Settles what crashed writers left behind, and reports what was found and done. Every writer does the same before"
          + " it writes; this command does nothing else.",
      "Exit status 1 if something is left that cannot be settled now: an intent of a process that may be alive, one that"
          + " cannot be verified, or one that this version cannot read. Those are kept."
    },
    mixinStandardHelpOptions = true)
final class RecoverCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The graph's directory.")
  private Path directory;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<IntentOutcome> outcomes = new ArrayList<>();
    try (Graph graph = Graph.open(directory, GraphOptions.DEFAULT)) {
      // Opening for writing has recovered already; what that left is looked at once more.
      graph.openingReport().outcomes().stream()
          .filter(outcome -> outcome.resolution().resolved())
          .forEach(outcomes::add);
      outcomes.addAll(graph.recover().outcomes());
    }
    RecoveryReport report = new RecoveryReport(outcomes);
    if (outcomes.isEmpty()) {
      out.println("nothing to recover");
    }
    outcomes.forEach(outcome -> print(out, outcome));
    if (outcomes.stream().anyMatch(outcome -> outcome.resolution() == Resolution.REFUSED)) {
      out.println("  What stands in the way, and what can be done: linchpin repair " + directory);
    }
    out.flush();
    return report.clean() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
  }

  /** One line an intent. */
  static void print(PrintWriter out, IntentOutcome outcome) {
    String word = Tables.words(outcome.resolution());
    out.printf(
        "  %s  %s: %s%n",
        outcome.resolution().resolved() ? Style.good(word) : Style.warn(word),
        outcome.operation().map(operation -> "operation " + operation).orElse(outcome.name()),
        outcome.detail());
  }
}
