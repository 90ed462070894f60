package dev.linchpin.cli;

import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.faultinjection.zombie.ZombieOptions;
import dev.linchpin.faultinjection.zombie.ZombieReport;
import dev.linchpin.faultinjection.zombie.ZombieTerminal;
import dev.linchpin.faultinjection.zombie.ZombieText;
import dev.linchpin.faultinjection.zombie.Zombies;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Stops processes instead of killing them, and wakes them when others have moved on. */
@Command(
    name = "zombies",
    description = {
      "Stops a real writer, or a real recoverer of a killed writer's intent, at each point between its durable calls"
          + " (SIGSTOP); lets another process settle what it left, fence it off and write to the same tables; wakes it"
          + " (SIGCONT); and has a last process write to everything. Also lets two recoverers race over one intent.",
      "Judged at every manifest version: nothing acknowledged is lost, nothing is phantom, no write is torn, nothing"
          + " is both rolled back and published, every caller was told the truth; and in the end every table's newest"
          + " version is its published one and no sidecar is left.",
      "Without options, a representative set, in about a minute. Exit status 1 if a case did not pass."
    },
    mixinStandardHelpOptions = true)
final class ZombiesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--point",
      paramLabel = "P",
      description =
          "Only cases whose name contains this, such as 'recoverer-armed' or the whole name that a failure shows.")
  private String point;

  @Option(names = "--all", description = "Every case; takes minutes.")
  private boolean all;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Picks where racers wait for each other (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description =
          "Keep the action traces of every case in a directory of its own in DIR; otherwise only those of cases that"
              + " did not pass are kept, in target/evidence/.")
  private Path traces;

  @Override
  public Integer call() {
    ZombieOptions options =
        new ZombieOptions(Optional.ofNullable(point), all, seed, keeping("zombies-traces", traces));
    ZombieReport report;
    try {
      report = Zombies.run(options, new ZombieTerminal(System.out));
    } catch (IllegalArgumentException noCase) {
      throw new ParameterException(
          spec.commandLine(), "There is no such case: " + noCase.getMessage());
    }
    spec.commandLine().getOut().print(ZombieText.render(report));
    spec.commandLine().getOut().flush();
    return report.green() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
  }

  static TraceKeeping keeping(String failures, Path traces) {
    TraceKeeping keeping =
        TraceKeeping.NONE.failuresIn(
            Home.directory().resolve(Path.of("target", "evidence", failures)));
    return traces == null ? keeping : keeping.keptIn(traces);
  }
}
