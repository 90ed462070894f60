package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.NotAGraphException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  @TempDir Path directory;

  static Set<String> commands() {
    Set<String> all = new TreeSet<>(Main.commandLine().getSubcommands().keySet());
    all.remove("help"); // picocli's own
    return all;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String command) {
    Run run = Run.of("help", command);
    assertThat(run.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(run.out()).startsWith("Usage: linchpin");
    CommandLine.Model.CommandSpec spec =
        Main.commandLine().getSubcommands().get(command).getCommandSpec();
    assertThat(spec.usageMessage().description()).as("a description of %s", command).isNotEmpty();
    spec.args()
        .forEach(
            arg ->
                assertThat(arg.description())
                    .as("a description of %s of %s", arg.paramLabel(), command)
                    .isNotEmpty());
  }

  @Test
  void theTopLevelHelpNamesEveryCommandAndTheMainJob() {
    Run run = Run.of("--help");
    assertThat(run.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(run.out()).contains(commands()).contains("linchpin crash-table");
  }

  @Test
  void theVersionIsShown() {
    assertThat(Run.of("--version").out()).startsWith("linchpin ");
  }

  @Test
  void noCommandAtAllIsWrongUsageAndShowsTheHelp() {
    Run run = Run.of();
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("Which command?").contains("crash-table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-command", "--no-such-option"})
  void anUnknownWordIsWrongUsage(String word) {
    Run run = Run.of(word);
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "show", "recover", "repair"})
  void aDirectoryThatIsNoGraphIsATypedErrorWithoutAStackTrace(String command) {
    Run run = Run.of(command, directory.toString());
    assertThat(run.status()).isEqualTo(ExitStatus.OF_ERROR.get(NotAGraphException.class));
    assertThat(run.err())
        .startsWith("error: ")
        .contains(directory.getFileName().toString())
        .contains("data:  nothing was changed")
        .contains("next:  check the path")
        .doesNotContain("\tat ")
        .doesNotContain("[data:");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void debugShowsTheStackTraceToo() {
    Run run = Run.of("--debug", "log", directory.toString());
    assertThat(run.status()).isEqualTo(ExitStatus.OF_ERROR.get(NotAGraphException.class));
    assertThat(run.err()).startsWith("error: ").contains("\tat dev.linchpin.");
  }

  @Test
  void outcomeOfAnAbsurdOperationIsWrongUsage() {
    Run run = Run.of("outcome", directory.toString(), "../x");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("cannot be an operation id");
  }

  @Test
  void aModelThatDoesNotExistIsWrongUsageThatNamesTheModels() {
    Run run = Run.of("model-check", "huge");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).containsIgnoringCase("quick").containsIgnoringCase("deep");
  }

  @Test
  void aCrashTableWithoutAnyCellIsWrongUsageAndNeverGreen() {
    Run run = Run.of("crash-table", "--adapter", "NOBODY");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("There is no such cell").contains("NOBODY");
  }

  @Test
  void noSchedulesAtAllAreWrongUsageAndNeverGreen() {
    Run run = Run.of("schedules", "--count", "0");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--count");
  }
}
