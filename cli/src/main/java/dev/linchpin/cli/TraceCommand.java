package dev.linchpin.cli;

import dev.linchpin.faultinjection.trace.SpecificationJudge;
import dev.linchpin.faultinjection.trace.SpecificationJudge.Judgement;
import dev.linchpin.modelchecking.SpecActions;
import dev.linchpin.modelchecking.trace.TraceFile;
import dev.linchpin.modelchecking.trace.TraceValidator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
        "Asks the model checker TLC whether the traces of all processes of a run are a behaviour of the specification.",
        "Give it the traces of every process that has touched the graph since it was created, in any order: NDJSON"
            + " files, or a directory of them. A directory of such directories (as crash-table, zombies and schedules"
            + " leave with --traces) is many runs; together they show which actions of the specification have been seen.",
        "Exit status 1 if a run is none: it then says which event does not fit, what the specification would have"
            + " allowed there, and the state before it."
      },
      mixinStandardHelpOptions = true)
  static final class Validate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        description = "Trace files of one run, a directory of them, or directories of many runs.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException, InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      SpecificationJudge judge = new SpecificationJudge();
      List<TraceFile> single = new ArrayList<>();
      for (Path file : files) {
        if (!Files.isDirectory(file)) {
          single.add(TraceFile.of(file));
          continue;
        }
        List<Path> runs = directoriesIn(file);
        runs.forEach(judge::judge);
        if (runs.isEmpty()) {
          single.addAll(TraceValidator.files(file));
        }
      }
      if (!single.isEmpty()) {
        judge.collect("the given files", single);
      }
      Judgement judgement = judge.settle();
      judgement.rejected().forEach(rejected -> out.println(rejected + "\n"));
      out.printf("%d runs, %d events%n%n", judgement.runs(), judgement.events());
      for (String action : SpecActions.ofNext()) {
        boolean seen = judgement.seen().contains(action);
        out.printf("  %s %s%n", seen ? Style.good("seen") : "    ", action);
      }
      boolean accepted = judgement.rejected().isEmpty();
      out.printf(
          Locale.ROOT,
          "%n%s  %s; %d of %d actions of Next seen (%.1f s)%n",
          accepted ? Style.good("ACCEPTED") : Style.bad("REJECTED"),
          accepted
              ? "behaviours of the specification"
              : judgement.rejected().size() + " runs are no behaviours of the specification",
          judgement.seen().size(),
          SpecActions.ofNext().size(),
          judgement.elapsed().toMillis() / 1000.0);
      out.flush();
      return accepted ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
    }

    private static List<Path> directoriesIn(Path directory) throws IOException {
      try (Stream<Path> entries = Files.list(directory)) {
        return entries.filter(Files::isDirectory).sorted().toList();
      }
    }
  }
}
