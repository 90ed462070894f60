package dev.linchpin.cli;

import dev.linchpin.faultinjection.zombie.ScheduleText;
import dev.linchpin.faultinjection.zombie.Schedules;
import dev.linchpin.faultinjection.zombie.ZombieReport;
import dev.linchpin.faultinjection.zombie.ZombieTerminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Three processes, and whatever can happen to them. */
@Command(
    name = "schedules",
    description = {
      "Runs random schedules: three real processes write to overlapping tables of one graph, and are killed, stopped"
          + " and woken at random points of the protocol and at random times. Each schedule has a seed of its own, is"
          + " printed if it fails, and is judged as 'zombies' does.",
      "Exit status 1 if a schedule did not pass."
    },
    mixinStandardHelpOptions = true)
final class SchedulesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many schedules; a thousand take half an hour (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "The first schedule's seed; each next one has the next (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description =
          "Keep the action traces of every schedule in a directory of its own in DIR; otherwise only those of"
              + " schedules that did not pass are kept, in target/evidence/.")
  private Path traces;

  @Override
  public Integer call() {
    if (count < 1) {
      throw new ParameterException(spec.commandLine(), "--count must be 1 or more, not " + count);
    }
    ZombieReport report =
        Schedules.run(
            count,
            seed,
            ZombiesCommand.keeping("schedules-traces", traces),
            new ZombieTerminal(System.out));
    spec.commandLine().getOut().print(ScheduleText.render(report));
    spec.commandLine().getOut().flush();
    return report.green() ? ExitStatus.SUCCESS : ExitStatus.CHECK_FAILED;
  }
}
