package dev.linchpin.cli;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Outcome;
import dev.linchpin.protocol.OperationId;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers what became of one operation. */
@Command(
    name = "outcome",
    description = {
      "Answers what became of one operation, for instance of a write that ended with 'outcome unknown'.",
      "Exit status: 0 published; 6 not published, for ever; 4 still open; 5 no trace of it.",
      "Changes nothing."
    },
    mixinStandardHelpOptions = true)
final class OutcomeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DIR", description = "The graph's directory.")
  private Path directory;

  @Parameters(
      index = "1",
      paramLabel = "OPERATION",
      description = "The operation id, as the error or the log shows it.")
  private String operation;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    OperationId id;
    try {
      id = new OperationId(operation);
    } catch (IllegalArgumentException noId) {
      throw new ParameterException(
          spec.commandLine(), "'" + operation + "' cannot be an operation id.");
    }
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT)) {
      int status = print(out, graph.outcome(id));
      out.flush();
      return status;
    }
  }

  private static int print(PrintWriter out, Outcome outcome) {
    if (outcome instanceof Outcome.Published published) {
      out.printf(
          "%s in manifest version %d, as commit %s%n",
          Style.good("published"),
          published.commit().manifestVersion(),
          Style.name(published.commit().id().value()));
      return ExitStatus.SUCCESS;
    } else if (outcome instanceof Outcome.NotPublished not) {
      out.println(Style.bad("not published") + ", and never will be: " + not.detail());
      return ExitStatus.NOT_PUBLISHED;
    } else if (outcome instanceof Outcome.Pending pending) {
      out.println(Style.warn("still open") + ": " + pending.detail());
      return ExitStatus.PENDING;
    }
    out.println(
        "no trace: it was never armed, or it had no effect and nobody else had to settle it");
    return ExitStatus.NOT_FOUND;
  }
}
