package dev.linchpin.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code linchpin} command. */
@Command(
    name = "linchpin",
    description = {
      "Graph-visible writes on Lance: many tables change, one manifest commit makes the change visible,"
          + " and a crash at any point leaves nothing torn.",
      ""
    },
    subcommands = {
      CrashTableCommand.class,
      ZombiesCommand.class,
      SchedulesCommand.class,
      ModelCheckCommand.class,
      TraceCommand.class,
      DemoCommand.class,
      LogCommand.class,
      ShowCommand.class,
      OutcomeCommand.class,
      RecoverCommand.class,
      RepairCommand.class,
      HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Reviewers start with:  linchpin crash-table",
      "Newcomers start with:  linchpin demo",
      "",
      "Exit status: 0 success; 1 the check that was asked for failed; 2 wrong usage; 3 an unexpected error;"
          + " 10 and above: see README.md, each typed error has its own."
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of errors, too.")
  private boolean debug;

  /** Made by {@link #commandLine()}. */
  Main() {}

  /**
   * Runs the command and ends the process with its exit status.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /**
   * The command with its subcommands, error handling and help.
   *
   * @return a fresh command line
   */
  static CommandLine commandLine() {
    Main main = new Main();
    return new CommandLine(main)
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(30)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (error, command, parsed) -> {
              PrintWriter err = command.getErr();
              int status = Errors.report(error, err);
              if (main.debug) {
                error.printStackTrace(err);
              }
              err.flush();
              return status;
            });
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
