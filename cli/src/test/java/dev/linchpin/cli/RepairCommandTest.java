package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.StaleConfirmationException;
import dev.linchpin.faultinjection.witness.RawLance;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.trace.TraceSink;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator at the command line. */
class RepairCommandTest {
  private static final Pattern CONFIRMATION = Pattern.compile("--confirm ([0-9a-f-]+)");

  @TempDir Path directory;

  private String graph;

  @BeforeEach
  void aGraphWithTwoPeople() {
    Path root = directory.resolve("graph");
    graph = root.toString();
    GraphSchema schema =
        GraphSchema.builder()
            .node("Person", "key", PropertyType.UTF8, t -> {})
            .node("City", "key", PropertyType.UTF8, t -> {})
            .build();
    try (Graph created = Graph.create(root, schema, GraphOptions.DEFAULT)) {
      created.mutate(
          mutation -> mutation.insert("Person", Row.of("key", "ann"), Row.of("key", "bob")));
    }
  }

  private void strangerAppends() {
    Path root = Path.of(graph);
    try (RawLance lance = new RawLance()) {
      lance.appendForeignCopy(root.resolve(WitnessReader.read(root).tables().get("Person").path()));
    }
  }

  private static String token(Run preview) {
    Matcher matcher = CONFIRMATION.matcher(preview.out());
    assertThat(matcher.find()).as(preview.out()).isTrue();
    return matcher.group(1);
  }

  @Test
  void aHealthyGraphNeedsNoRepairAndHasNoHistory() {
    Run preview = Run.of("repair", graph);
    assertThat(preview.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(preview.out()).isEqualToIgnoringNewLines("nothing needs a repair");
    Run history = Run.of("repair", graph, "--history");
    assertThat(history.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(history.out()).contains("no repair is on record");
  }

  @Test
  void anOperatorLooksConfirmsAndFindsTheRecord() {
    strangerAppends();

    Run preview = Run.of("repair", graph);
    assertThat(preview.status()).isEqualTo(ExitStatus.CHECK_FAILED);
    assertThat(preview.out())
        .contains("table Person: published is version 2, the newest is version 3")
        .contains("writes to it are refused")
        .containsPattern("3 +Append +2 -> 4 +[0-9a-f-]{36} +a stranger; void after a repair")
        .contains("it can be read as Lance version 3 of it")
        .contains("Nothing has been changed")
        .doesNotContain("City");

    Run repair = Run.of("repair", graph, "--confirm", token(preview), "--as", "olga");
    assertThat(repair.err()).isEmpty();
    assertThat(repair.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(repair.out()).contains("repaired  table Person: published as version 4");

    Run history = Run.of("repair", graph, "--history");
    assertThat(history.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(history.out())
        .contains("Person by olga")
        .contains("content of version 2, realigned as version 4; confirmed by " + token(preview))
        .containsPattern("void: version 3 = [0-9a-f-]{36}");
    assertThat(Run.of("repair", graph).status()).isEqualTo(ExitStatus.SUCCESS);
    try (Graph opened = Graph.open(Path.of(graph), GraphOptions.DEFAULT)) {
      opened.mutate(mutation -> mutation.insert("Person", Row.of("key", "carl")));
      try (Snapshot snapshot = opened.snapshot()) {
        assertThat(snapshot.count("Person")).isEqualTo(3);
      }
    }
  }

  @Test
  void aStaleTokenIsATypedErrorThatSaysWhatIsDifferent() {
    strangerAppends();
    String token = token(Run.of("repair", graph));
    strangerAppends();
    Run repair = Run.of("repair", graph, "--confirm", token);
    assertThat(repair.status())
        .isEqualTo(ExitStatus.OF_ERROR.get(StaleConfirmationException.class));
    assertThat(repair.err())
        .contains("table Person (published version 2, newest version 4) is not as it was shown")
        .contains("data:  nothing was changed")
        .contains("next:  look at a new preview");
    assertThat(Run.of("repair", graph).status()).isEqualTo(ExitStatus.CHECK_FAILED);
  }

  @Test
  void anIntentUnderAStrangersCommitIsShownWithWhatWillBecomeOfIt() {
    String operation = leaveAnArmedIntent();
    strangerAppends();
    Run recover = Run.of("recover", graph);
    assertThat(recover.status()).isEqualTo(ExitStatus.CHECK_FAILED);
    assertThat(recover.out()).contains("refused, kept", "linchpin repair " + graph);

    Run preview = Run.of("repair", graph);
    assertThat(preview.out())
        .containsPattern("3 +Append +2 -> 3 +[0-9a-f-]{36} +operation " + operation)
        .containsPattern("4 +Append +3 -> [56] +[0-9a-f-]{36} +a stranger; void after a repair")
        .contains("operation " + operation + " (armed, by ")
        .contains("is refused now; a repair lets recovery roll it back");

    Run repair = Run.of("repair", graph, "--confirm", token(preview));
    assertThat(repair.status()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(repair.out())
        .contains("rolled back  operation " + operation)
        .contains("repaired  table Person");
    assertThat(Run.of("outcome", graph, operation).status()).isEqualTo(ExitStatus.NOT_PUBLISHED);
  }

  /** The writer ends after its effect; nothing in the product catches an error. */
  private String leaveAnArmedIntent() {
    TraceSink ending =
        event -> {
          if (event.action().equals("ConfirmEffects")) {
            throw new AssertionError("the writer ends here");
          }
        };
    try (Graph writer = Graph.open(Path.of(graph), GraphOptions.DEFAULT.withTrace(ending))) {
      assertThatThrownBy(
              () -> writer.mutate(mutation -> mutation.insert("Person", Row.of("key", "eve"))))
          .hasMessage("the writer ends here");
    }
    return WitnessReader.read(Path.of(graph)).sidecars().get(0).operation();
  }

  @Test
  void confirmingAndAskingForTheHistoryAtOnceIsWrongUsage() {
    assertThat(Run.of("repair", graph, "--confirm", "x", "--history").status())
        .isEqualTo(ExitStatus.USAGE);
  }
}
