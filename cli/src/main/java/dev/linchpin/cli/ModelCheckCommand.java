package dev.linchpin.cli;

import dev.linchpin.modelchecking.Model;
import dev.linchpin.modelchecking.ModelCheck;
import dev.linchpin.modelchecking.ModelCheckReport;
import dev.linchpin.modelchecking.RunReport.Coverage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks the specification with TLC. */
@Command(
    name = "model-check",
    description = {
      "Checks the TLA+ specification in spec/ with the model checker TLC: every invariant, step property and liveness"
          + " property, on every reachable state of small models. A violation is told as a counterexample, one step a"
          + " line.",
      "Exit status 1 if a property is violated, a state count is not the known one, or an action is never taken."
    },
    mixinStandardHelpOptions = true)
final class ModelCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "MODEL",
      arity = "0..1",
      defaultValue = "quick",
      description =
          "quick: under 90 seconds, as in every build; default: under 5 minutes; deep: up to 20 minutes (default:"
              + " ${DEFAULT-VALUE}).")
  private Model model;

  @Option(
      names = "--json",
      description = "Print the result as JSON; progress goes to standard error.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter progress = json ? spec.commandLine().getErr() : out;
    ModelCheckReport report = ModelCheck.run(model, new ModelCheckProgress(progress));
    if (json) {
      out.println(report.toJson());
    } else {
      out.println();
      out.println(report.render());
      coverage(out, report);
      out.printf(
          Locale.ROOT,
          "%n%s  %s distinct states in %.1f s%n",
          report.passed() ? Style.good("PASSED") : Style.bad("FAILED"),
          Tables.count(report.distinctStates()),
          report.elapsed().toMillis() / 1000.0);
    }
    out.flush();
    return report.passed() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
  }

  private static void coverage(PrintWriter out, ModelCheckReport report) {
    out.printf("%n%-24s %14s %14s%n", "action", "steps", "new states");
    for (String action : report.actions()) {
      Coverage count = report.coverage().getOrDefault(action, new Coverage(0, 0));
      String name = String.format("%-24s", action);
      out.printf(
          "%s %14s %14s%n",
          count.taken() == 0 ? Style.bad(name) : name,
          Tables.count(count.taken()),
          Tables.count(count.distinct()));
    }
  }
}
