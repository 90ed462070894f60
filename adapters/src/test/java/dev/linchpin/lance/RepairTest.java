package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.RecoveryRequiredException;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.error.StaleConfirmationException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.RepairRecord.Voided;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.recovery.DriftJudge;
import dev.linchpin.recovery.RepairPreview;
import dev.linchpin.recovery.RepairPreview.Standing;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.recovery.RepairReport;
import dev.linchpin.recovery.Verdict;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stranger moves a table; an operator looks, confirms, and has it realigned. */
class RepairTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("Person", "name", PropertyType.UTF8, t -> t.unique("email", PropertyType.UTF8))
          .node("City", "name", PropertyType.UTF8, t -> {})
          .edge("Knows", "Person", "Person", t -> {})
          .build();

  @TempDir Path directory;

  private Path root;

  @BeforeEach
  void aGraph() {
    root = aGraphOfAnnAndBobWhomSheKnows("graph");
  }

  private Path aGraphOfAnnAndBobWhomSheKnows(String name) {
    Path root = directory.resolve(name);
    try (Graph graph = Graph.create(root, SCHEMA, GraphOptions.DEFAULT)) {
      graph.mutate(
          mutation -> {
            mutation.insert("Person", Row.of("name", "ann"), Row.of("name", "bob"));
            mutation.insert("Knows", Row.of("id", "1", "from", "ann", "to", "bob"));
          });
    }
    return root;
  }

  private static void insertPerson(Graph graph, String name) {
    graph.mutate(mutation -> mutation.insert("Person", Row.of("name", name)));
  }

  private static void requireRefused(Graph graph) {
    assertThatThrownBy(() -> insertPerson(graph, "eve"))
        .isInstanceOf(UnverifiableEffectException.class)
        .hasMessageContaining("linchpin repair");
  }

  private GraphModel published() {
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT);
        Snapshot snapshot = graph.snapshot()) {
      return GraphModel.of(snapshot);
    }
  }

  private RepairPreview preview() {
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT)) {
      return graph.previewRepair();
    }
  }

  private RepairReport repair(String token) {
    try (Graph graph = Graph.openForRepair(root, GraphOptions.DEFAULT)) {
      return graph.repair(token, "olga");
    }
  }

  private List<RepairRecord> repairs() {
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT)) {
      return graph.repairs();
    }
  }

  /** Every file with its bytes. */
  static Map<String, String> bytes(Path root) {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        all.put(
            root.relativize(file).toString(),
            Files.isDirectory(file) ? "/" : HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** The liveness lock of a handle that was opened for writing is nobody's data. */
  private Map<String, String> data() {
    Map<String, String> all = bytes(root);
    all.keySet().removeIf(name -> name.startsWith("__owners"));
    return all;
  }

  /** HEAD is what is published, of every table, and the next write of each works. */
  private void requireHealthy(GraphModel expected) {
    assertThat(published()).isEqualTo(expected);
    assertThat(preview().tables()).isEmpty();
    assertThat(preview().token()).isEmpty();
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      assertThat(graph.openingReport().outcomes()).isEmpty();
      insertPerson(graph, "next");
      graph.mutate(
          mutation -> mutation.insert("Knows", Row.of("id", "next", "from", "next", "to", "bob")));
      try (Snapshot snapshot = graph.snapshot()) {
        assertThat(snapshot.count("Person")).isEqualTo(expected.people().size() + 1);
        assertThat(snapshot.count("Knows")).isEqualTo(expected.knows().size() + 1);
      }
    }
    for (String type : List.of("Person", "Knows")) {
      assertThat(Stranger.newest(root, type)).isEqualTo(Stranger.head(root, type).version());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAStrangerDidIsRefusedShownAndOnceConfirmedRealignedToThePublishedContent(
      Stranger.Move move) {
    GraphModel before = published();
    TableHead head = Stranger.head(root, "Person");
    long foreign = Stranger.move(root, "Person", move);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      requireRefused(graph);
      // It reads Person, too, which is allowed: what is published has not moved.
      graph.mutate(
          mutation -> mutation.insert("Knows", Row.of("id", "2", "from", "bob", "to", "ann")));
      graph.mutate(mutation -> mutation.delete("Knows", "2"));
      requireRefused(graph);
    }
    Map<String, String> bytes = bytes(root);

    RepairPreview preview = preview();

    assertThat(bytes(root)).isEqualTo(bytes);
    assertThat(preview.intents()).isEmpty();
    TableLook look = preview.tables().get(0);
    assertThat(preview.tables()).hasSize(1);
    assertThat(look.standing()).isEqualTo(Standing.NEEDS_REPAIR);
    assertThat(look.head()).isEqualTo(head);
    assertThat(look.headSeen()).isEqualTo(foreign);
    assertThat(look.beyond())
        .singleElement()
        .satisfies(
            commit -> {
              assertThat(commit.voided()).isTrue();
              assertThat(commit.commit()).isInstanceOf(TableCommit.ForeignCommit.class);
              TableSubstrate.VersionFacts facts = commit.facts().orElseThrow();
              assertThat(facts.kind().orElseThrow()).isEqualToIgnoringCase(move.name());
              assertThat(facts.rowsBefore()).isEqualTo(OptionalLong.of(2));
              assertThat(facts.rows())
                  .isEqualTo(OptionalLong.of(move == Stranger.Move.APPEND ? 4 : 0));
            });
    assertThat(preview().token()).isEqualTo(preview.token());

    RepairReport report = repair(preview.token().orElseThrow());

    assertThat(report.complete()).isTrue();
    assertThat(report.tables()).singleElement().matches(table -> table.repaired());
    RepairRecord record = repairs().get(0);
    assertThat(repairs()).hasSize(1);
    TableCommit.ForeignCommit stranger = (TableCommit.ForeignCommit) look.beyond().get(0).commit();
    assertThat(record.voided()).containsExactly(new Voided(foreign, stranger.transactionUuid()));
    assertThat(record.table()).isEqualTo(head.id());
    assertThat(record.name()).isEqualTo("Person");
    assertThat(record.pointer()).isEqualTo(head.version());
    assertThat(record.realigned()).isEqualTo(Stranger.head(root, "Person").version());
    assertThat(record.actor()).isEqualTo("olga");
    assertThat(record.token()).isEqualTo(preview.token().orElseThrow());
    requireHealthy(before);
  }

  @Test
  void aGraphThatNeedsNoRepairHasNoTokenAndIsNeverTouched() {
    Map<String, String> data = data();
    assertThat(preview().token()).isEmpty();
    assertThatThrownBy(() -> repair("anything")).isInstanceOf(StaleConfirmationException.class);
    assertThat(data()).isEqualTo(data);
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT)) {
      assertThatThrownBy(() -> graph.repair("anything", "olga"))
          .isInstanceOf(RecoveryRequiredException.class);
    }
  }

  @Test
  void aTokenOfAnotherStateIsRefusedWithWhatHasChangedAndChangesNothing() {
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    String token = preview().token().orElseThrow();
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    Map<String, String> data = data();
    for (String wrong :
        List.of(token, "", "-", token + "-0000", token.substring(1), "x" + token.substring(1))) {
      assertThatThrownBy(() -> repair(wrong))
          .as(wrong)
          .isInstanceOfSatisfying(
              StaleConfirmationException.class,
              stale -> assertThat(stale.dataState()).isEqualTo(DataState.UNCHANGED))
          .hasMessageContaining("Person");
    }
    assertThat(data()).isEqualTo(data);
    String fresh = preview().token().orElseThrow();
    assertThatThrownBy(() -> repair("0" + fresh))
        .isInstanceOf(StaleConfirmationException.class)
        .hasMessageContaining("not of this graph");
    assertThat(repair(fresh).complete()).isTrue();
    assertThat(repairs()).singleElement().matches(record -> record.voided().size() == 2);
  }

  @Test
  void theTokenOfTheSameStateInAnotherGraphDoesNotConfirm() {
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    String token = preview().token().orElseThrow();
    root = aGraphOfAnnAndBobWhomSheKnows("another");
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    assertThatThrownBy(() -> repair(token)).isInstanceOf(StaleConfirmationException.class);
  }

  @Test
  void writesToOtherTablesDoNotMakeATokenStale() {
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    String token = preview().token().orElseThrow();
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      graph.mutate(
          mutation -> mutation.insert("Knows", Row.of("id", "2", "from", "bob", "to", "ann")));
    }
    GraphModel before = published();
    assertThat(repair(token).complete()).isTrue();
    requireHealthy(before);
  }

  @Test
  void anArmedIntentUnderAStrangersCommitIsRolledBack() {
    GraphModel before = published();
    leaveAnIntent(1, true); // its effect has landed, and is not confirmed
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      assertThat(graph.openingReport().clean()).isFalse();
      requireRefused(graph);
      graph.mutate(mutation -> mutation.insert("City", Row.of("name", "Oslo")));
    }
    RepairPreview preview = preview();
    assertThat(preview.intents())
        .singleElement()
        .satisfies(
            intent -> {
              assertThat(intent.now()).isEqualTo(Verdict.REFUSE);
              assertThat(intent.repaired()).isEqualTo(Verdict.ROLL_BACK);
            });

    RepairReport report = repair(preview.token().orElseThrow());

    assertThat(report.complete()).isTrue();
    assertThat(report.intents().outcomes())
        .singleElement()
        .matches(outcome -> outcome.resolution() == Resolution.ROLLED_BACK);
    assertThat(repairs()).hasSize(1);
    requireHealthy(before);
  }

  @Test
  void aConfirmedIntentUnderAStrangersCommitIsStillPublished() {
    leaveAnIntent(2, true); // confirmed, not published
    Stranger.move(root, "Person", Stranger.Move.OVERWRITE);
    RepairPreview preview = preview();
    assertThat(preview.intents())
        .singleElement()
        .matches(intent -> intent.repaired() == Verdict.ROLL_FORWARD);

    RepairReport report = repair(preview.token().orElseThrow());

    assertThat(report.complete()).isTrue();
    assertThat(report.intents().outcomes())
        .singleElement()
        .matches(outcome -> outcome.resolution() == Resolution.ROLLED_FORWARD);
    GraphModel now = published();
    assertThat(now.people().keySet()).containsExactly("ann", "bob", "carl");
    requireHealthy(now);
  }

  private void leaveAnIntent(int durableCall, boolean afterIt) {
    Fuse fuse = new Fuse();
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT, fuse)) {
      fuse.blowAt(durableCall, afterIt);
      assertThatThrownBy(() -> insertPerson(graph, "carl")).isInstanceOf(Fuse.Blown.class);
    }
  }

  /** Between the look and the Overwrite there is time for one more stranger. */
  @ParameterizedTest
  @EnumSource
  void whatLandsAfterTheLookIsNeverVoidedUnseen(Stranger.Move move) {
    GraphModel before = published();
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    String token = preview().token().orElseThrow();
    long[] second = {0};
    PortWrapper strangerBeforeTheOverwrite =
        new PortWrapper() {
          @Override
          public TableSubstrate tables(TableSubstrate port) {
            return Calls.before(
                TableSubstrate.class,
                port,
                "realign",
                () -> {
                  if (second[0] == 0) {
                    second[0] = Stranger.move(root, "Person", move);
                  }
                });
          }
        };
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT, strangerBeforeTheOverwrite, false)) {
      RepairReport report = graph.repair(token, "olga");
      assertThat(second[0]).isPositive();
      assertThat(report.complete()).isFalse();
      assertThat(report.tables())
          .singleElement()
          .satisfies(
              table -> {
                assertThat(table.repaired()).isFalse();
                assertThat(table.detail()).contains("version " + second[0], "a new preview");
              });
      requireRefused(graph);
    }
    assertThat(repairs()).isEmpty();
    RepairPreview again = preview();
    assertThat(again.toRepair().get(0).beyond())
        .filteredOn(commit -> commit.voided())
        .extracting(commit -> commit.commit().version())
        .containsExactly(second[0] - 1, second[0]);
    assertThat(repair(again.token().orElseThrow()).complete()).isTrue();
    assertThat(repairs()).singleElement().matches(record -> record.voided().size() == 2);
    requireHealthy(before);
  }

  @Test
  void aRepairThatEndsAtAnyDurableCallIsFinishedByTheNextPreviewAndItsConfirmation() {
    GraphModel before = published();
    int ends = 0;
    boolean more = true;
    for (int call = 0; more; call++) {
      for (boolean after : new boolean[] {false, true}) {
        leaveAnIntent(1, true);
        Stranger.move(root, "Person", Stranger.Move.APPEND);
        int recordsBefore = repairs().size();
        String token = preview().token().orElseThrow();
        Fuse fuse = new Fuse();
        try (Graph graph = Graph.open(root, GraphOptions.DEFAULT, fuse, false)) {
          fuse.blowAt(call, after);
          try {
            graph.repair(token, "olga");
          } catch (Fuse.Blown ended) {
            ends++;
          }
        }
        more = fuse.blown();
        preview().token().ifPresent(left -> assertThat(repair(left).complete()).isTrue());
        assertThat(repairs()).as("records").hasSize(recordsBefore + 1);
        try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
          // An ordinary open settles an intent whose table is repaired already.
          assertThat(graph.openingReport().clean()).isTrue();
        }
        assertThat(published()).as("after call %s", call).isEqualTo(before);
        assertThat(Stranger.newest(root, "Person"))
            .isEqualTo(Stranger.head(root, "Person").version());
      }
    }
    // Epoch bump, realignment, record, pointer, audit, removal of the sidecar.
    assertThat(ends).isEqualTo(2 * 6);
    requireHealthy(before);
  }

  /** A stranger who ran for a day: more than recovery would ever examine. */
  @Test
  void moreCommitsThanRecoveryExaminesAreStillRepaired() {
    GraphModel before = published();
    long moves = DriftJudge.SCAN_BOUND + 5L;
    Stranger.moveManyTimes(root, "Person", moves);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      requireRefused(graph);
    }
    RepairPreview preview = preview();
    assertThat(preview.tables().get(0).beyond()).hasSize((int) moves);
    assertThat(preview.tables().get(0).beyond().stream().filter(c -> c.facts().isPresent()))
        .hasSize(40);
    assertThat(repair(preview.token().orElseThrow()).complete()).isTrue();
    assertThat(repairs()).singleElement().matches(record -> record.voided().size() == moves);
    requireHealthy(before);
  }

  @Test
  void aVersionThatCannotBeReadIsShownAsSuchAndCanBeDeclaredVoid() throws IOException {
    GraphModel before = published();
    long lost = Stranger.move(root, "Person", Stranger.Move.APPEND);
    Stranger.move(root, "Person", Stranger.Move.APPEND);
    Stranger.loseVersion(root, "Person", lost);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      requireRefused(graph);
    }
    RepairPreview preview = preview();
    assertThat(preview.tables().get(0).beyond().get(0))
        .satisfies(
            commit -> {
              assertThat(commit.commit()).isInstanceOf(TableCommit.UnreadableCommit.class);
              assertThat(commit.voided()).isTrue();
              assertThat(commit.facts().orElseThrow().rows()).isEmpty();
            });
    assertThat(repair(preview.token().orElseThrow()).complete()).isTrue();
    assertThat(repairs().get(0).voided().get(0).transaction()).contains("cannot be read");
    requireHealthy(before);
  }

  /** Writers of the table itself keep trying while it is repaired; none of them loses anything. */
  @Test
  void writersOfTheTableWhoTryAllTheWhileAreRefusedOrPublishedAndNeverBoth() throws Exception {
    int acknowledged = 0;
    Set<String> expected = new TreeSet<>(Set.of("ann", "bob"));
    for (int round = 0; round < 5; round++) {
      Stranger.move(root, "Person", Stranger.Move.APPEND);
      List<String> told = Collections.synchronizedList(new ArrayList<>());
      AtomicBoolean over = new AtomicBoolean();
      CountDownLatch tried = new CountDownLatch(1);
      String prefix = "w" + round + "-";
      Thread writer =
          new Thread(
              () -> {
                try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
                  for (int i = 0; !over.get() || i < 3; i++) {
                    try {
                      insertPerson(graph, prefix + i);
                      told.add(prefix + i);
                    } catch (UnverifiableEffectException | RetriesExhaustedException refused) {
                      // Nothing of it is published; the assertion below would see it.
                      tried.countDown();
                    }
                    tried.countDown();
                  }
                }
              });
      writer.start();
      assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
      for (Optional<String> token = preview().token();
          token.isPresent();
          token = preview().token()) {
        assertThat(repair(token.get()).complete()).isTrue();
      }
      over.set(true);
      writer.join(60_000);
      assertThat(writer.isAlive()).isFalse();
      acknowledged += told.size();
      expected.addAll(told);
      assertThat(published().people().keySet()).isEqualTo(expected);
      assertThat(Stranger.newest(root, "Person"))
          .isEqualTo(Stranger.head(root, "Person").version());
    }
    assertThat(acknowledged).isPositive();
  }
}
