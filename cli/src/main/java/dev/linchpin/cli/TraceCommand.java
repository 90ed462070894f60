package dev.linchpin.cli;

import dev.linchpin.modelchecking.SpecActions;
import dev.linchpin.modelchecking.trace.TraceFile;
import dev.linchpin.modelchecking.trace.TraceValidator;
import dev.linchpin.modelchecking.trace.TraceVerdict;
import dev.linchpin.modelchecking.trace.TraceVerdict.Accepted;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code linchpin trace}: what real processes did, held against the specification. */
@Command(
    name = "trace",
    description = "Judges recorded runs of real processes by the specification.",
    subcommands = TraceCommand.Validate.class,
    synopsisSubcommandLabel = "validate",
    mixinStandardHelpOptions = true)
final class TraceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "What with the trace? (validate)");
  }

  /** {@code linchpin trace validate}. */
  @Command(
      name = "validate",
      description = {
        "Asks the model checker TLC whether the traces of all processes of ONE run are a behaviour of the specification.",
        "Give it the traces of every process that has touched the graph since it was created, in any order: NDJSON"
            + " files, or a directory of them (as crash-table --traces and schedules --traces leave them).",
        "Exit status 1 if they are none: it then says which event does not fit, what the specification would have"
            + " allowed there, and the state before it."
      },
      mixinStandardHelpOptions = true)
  static final class Validate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        description = "Trace files of one run, or directories of such.")
    private List<Path> files;

    @Override
    public Integer call() throws InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      List<TraceFile> traces = new ArrayList<>();
      for (Path file : files) {
        if (Files.isDirectory(file)) {
          traces.addAll(TraceValidator.files(file));
        } else {
          traces.add(TraceFile.of(file));
        }
      }
      TraceVerdict verdict = TraceValidator.validate(traces);
      double seconds = verdict.elapsed().toMillis() / 1000.0;
      if (verdict instanceof Rejected rejected) {
        out.println(rejected.describe());
        out.printf(
            Locale.ROOT,
            "%n%s  no behaviour of the specification (%.1f s)%n",
            Style.bad("REJECTED"),
            seconds);
        out.flush();
        return ExitStatus.CHECK_FAILED;
      }
      Accepted accepted = (Accepted) verdict;
      out.printf("%d events in %d files%n%n", accepted.events(), traces.size());
      for (String action : SpecActions.ofNext()) {
        boolean seen = accepted.actions().contains(action);
        out.printf("  %s %s%n", seen ? Style.good("seen") : "    ", action);
      }
      out.printf(
          Locale.ROOT,
          "%n%s  a behaviour of the specification; %d of %d actions of Next seen (%.1f s)%n",
          Style.good("ACCEPTED"),
          accepted.actions().size(),
          SpecActions.ofNext().size(),
          seconds);
      out.flush();
      return ExitStatus.SUCCESS;
    }
  }
}
