package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.AlreadyExistsException;
import dev.linchpin.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, with its killed processes, and the operators' commands on what it leaves. */
class DemoTest {
  @TempDir Path directory;

  @Test
  void theDemoKillsRecoversAndLeavesAGraphThatTheOperatorsCommandsCanRead() throws IOException {
    String graph = directory.resolve("a graph").toString();

    Run demo = Run.of("demo", graph);
    assertThat(demo.err()).isEmpty();
    assertThat(demo.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(demo.out())
        .contains("3,376 airports, 5,366 routes")
        .contains("3,377 airports, 5,365 routes")
        .contains("(invisible)")
        .contains("armed (its effects are possibly partial)")
        .contains("rolled back")
        .contains("nothing invisible is left: Airport 5, Route 3")
        .contains("confirmed (all its effects are complete)")
        .contains("rolled forward")
        .contains("3,378 airports, 5,367 routes");

    List<String> files = files();
    Run log = Run.of("log", graph);
    assertThat(log.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(log.out().lines().filter(line -> line.contains("mutation by"))).hasSize(3);
    assertThat(Run.of("log", "-n", "1", graph).out()).contains("mutation by demo-child: Airport v");

    Run now = Run.of("show", graph);
    assertThat(now.out()).contains("3,378 rows").contains("edge Airport -> Airport");
    assertThat(now.out()).doesNotContain("pending").doesNotContain("not visible");
    Run then = Run.of("show", graph, "--at", "2");
    assertThat(then.out()).contains("at manifest version 2").contains("3,376 rows");
    String commit = then.out().lines().findFirst().orElseThrow().replaceAll(".* commit ", "");
    assertThat(Run.of("show", graph, "--at", commit).out()).isEqualTo(then.out());

    String operation =
        log.out()
            .lines()
            .filter(line -> line.contains("operation "))
            .findFirst()
            .orElseThrow()
            .replaceAll(".*operation ", "");
    Run outcome = Run.of("outcome", graph, operation);
    assertThat(outcome.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(outcome.out()).contains("published in manifest version");
    assertThat(Run.of("outcome", graph, "never-heard-of").status()).isEqualTo(ExitStatus.NOT_FOUND);

    assertThat(Run.of("show", graph, "--at", "99").status())
        .isEqualTo(ExitStatus.OF_ERROR.get(InvalidInputException.class));
    assertThat(Run.of("show", graph, "--at", "../x").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(files()).as("log, show and outcome change nothing").isEqualTo(files);

    Run recover = Run.of("recover", graph);
    assertThat(recover.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(recover.out()).contains("nothing to recover");

    assertThat(Run.of("demo", graph).status())
        .isEqualTo(ExitStatus.OF_ERROR.get(AlreadyExistsException.class));
  }

  /** Every file with its size and time. */
  private List<String> files() throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      List<String> all = new ArrayList<>();
      for (Path file : tree.sorted().toList()) {
        all.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
      return all;
    }
  }
}
