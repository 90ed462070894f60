package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.AlreadyExistsException;
import dev.linchpin.error.NotAGraphException;
import dev.linchpin.error.StorageException;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.spi.IdSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A graph is there whole or not at all (incident C11). */
class GraphCreationTest {
  private static final int RIVALS = 4;

  @RegisterExtension final StorageLab lab = new StorageLab();

  /** The creator dies; nothing in creation catches this. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aNewGraphHasItsTablesEmptyAtVersionOneAndNoHistory() throws Exception {
    ManifestState state = lab.createGraph().read();
    assertThat(state.version()).isEqualTo(1);
    assertThat(state.schemaIdentity()).isEqualTo("schema-1");
    assertThat(state.schemaDocument()).isEqualTo("{\"types\":[]}");
    assertThat(state.graphHead()).isEmpty();
    assertThat(state.window()).isEmpty();
    assertThat(state.segments()).isEmpty();
    assertThat(state.heads().values())
        .extracting(TableHead::name)
        .containsExactlyInAnyOrder("Person", "Knows");
    LanceTableSubstrate tables = new LanceTableSubstrate(lab.layout(), lab.allocator());
    for (TableHead head : state.heads().values()) {
      assertThat(tables.head(head.path())).isEqualTo(head.version()).isEqualTo(1);
      assertThat(lab.ids(lab.layout().uri(head.path()))).isEmpty();
      assertThat(head.path()).doesNotContain(head.name());
    }
  }

  @Test
  void aCreationThatIsKilledAnywhereLeavesNoGraphAndCanBeRunAgain() {
    int steps = 0;
    boolean completed = false;
    while (!completed) {
      int allowed = steps++;
      int[] asked = {0};
      IdSource random = IdSource.random();
      IdSource dying =
          () -> {
            if (asked[0]++ == allowed) {
              throw new Killed();
            }
            return random.next();
          };
      try {
        lab.creation(dying).create(StorageLab.TABLES, "s", "{}");
        completed = true;
      } catch (Killed killed) {
        assertThat(GraphCreation.isGraph(lab.layout())).isFalse();
        assertThatThrownBy(() -> GraphCreation.requireGraph(lab.layout()))
            .isInstanceOf(NotAGraphException.class)
            .hasMessageContaining(lab.layout().root().toString());
      }
    }
    assertThat(steps).as("an id for each table, the branch and the manifest").isEqualTo(5);
    assertThatCode(() -> GraphCreation.requireGraph(lab.layout())).doesNotThrowAnyException();
    assertThat(lab.authority().read().heads()).hasSize(2);
  }

  @Test
  void aManifestThatWasMadeButNotPutInPlaceIsNoGraphAndSaysSo() throws Exception {
    ManifestState dead = lab.createGraph().read();
    Path manifest = lab.layout().manifest();
    Files.move(manifest, manifest.resolveSibling("__creating-dead"));
    assertThatThrownBy(() -> GraphCreation.requireGraph(lab.layout()))
        .isInstanceOf(NotAGraphException.class)
        .hasMessageContaining("interrupted");
    ManifestState again = lab.createGraph().read();
    assertThat(again.target()).isNotEqualTo(dead.target());
    assertThat(again.heads().keySet()).doesNotContainAnyElementsOf(dead.heads().keySet());
  }

  @Test
  void ofManyCreatorsExactlyOneSucceedsAndTheOthersAreToldSo() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int round = 0; round < 10; round++) {
        CyclicBarrier start = new CyclicBarrier(RIVALS);
        List<Future<String>> attempts = new ArrayList<>();
        for (int rival = 0; rival < RIVALS; rival++) {
          String identity = "schema of " + rival;
          attempts.add(
              threads.submit(
                  () -> {
                    start.await();
                    lab.creation(IdSource.random()).create(StorageLab.TABLES, identity, "{}");
                    return identity;
                  }));
        }
        List<String> winners = new ArrayList<>();
        for (Future<String> attempt : attempts) {
          try {
            winners.add(attempt.get());
          } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(AlreadyExistsException.class);
          }
        }
        ManifestState state = lab.authority().read();
        assertThat(winners).containsExactly(state.schemaIdentity());
        assertThat(state.version()).isEqualTo(1);
        LanceTableSubstrate tables = new LanceTableSubstrate(lab.layout(), lab.allocator());
        state.heads().values().forEach(head -> assertThat(tables.head(head.path())).isEqualTo(1));
        StorageLab.deleteTree(lab.layout().root());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aGraphThatExistsIsNeverTouchedByAnotherCreation() {
    lab.createGraph();
    Map<String, String> before = StorageLab.tree(lab.layout().root());
    assertThatThrownBy(
            () -> lab.creation(IdSource.random()).create(StorageLab.TABLES, "other", "{}"))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(lab.layout().root().toString());
    assertThat(StorageLab.tree(lab.layout().root())).isEqualTo(before);
  }

  @Test
  void aPlaceThatIsNoDirectoryIsAStorageErrorThatNamesIt() throws Exception {
    Files.writeString(lab.layout().root(), "a file");
    assertThatThrownBy(() -> lab.creation(IdSource.random()).create(StorageLab.TABLES, "s", "{}"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(lab.layout().root().toString());
    assertThat(lab.layout().root()).hasContent("a file");
    assertThatThrownBy(() -> GraphCreation.requireGraph(lab.layout()))
        .isInstanceOf(NotAGraphException.class);
  }

  @Test
  void everySpellingOfADirectoryIsOneGraphBeforeAndAfterItExists() throws Exception {
    Path link = lab.directory().resolve("link");
    Files.createSymbolicLink(link, Files.createDirectory(lab.directory().resolve("real")));
    Path direct = lab.directory().resolve("real").resolve("new").resolve("graph");
    List<Path> spellings =
        List.of(
            direct,
            link.resolve("new").resolve("graph"),
            link.resolve("..").resolve("real").resolve("new").resolve(".").resolve("graph"));
    for (Path spelling : spellings) {
      assertThat(GraphLayout.of(spelling))
          .as("absent %s", spelling)
          .isEqualTo(GraphLayout.of(direct));
    }
    GraphLayout before = GraphLayout.of(spellings.get(1));
    Files.createDirectories(direct);
    for (Path spelling : spellings) {
      assertThat(GraphLayout.of(spelling)).as("existing %s", spelling).isEqualTo(before);
    }
  }

  @Test
  void readingAGraphWritesNothing() throws Exception {
    lab.createGraph();
    Map<String, String> before = StorageLab.tree(lab.layout().root());
    GraphCreation.requireGraph(lab.layout());
    LanceManifestAuthority authority = lab.authority();
    ManifestState state = authority.read();
    authority.readAt(1);
    authority.findByOperation(state, new OperationId("op"), 0);
    assertThat(authority.history(state)).isEmpty();
    LanceTableSubstrate tables = new LanceTableSubstrate(lab.layout(), lab.allocator());
    for (TableHead head : state.heads().values()) {
      tables.head(head.path());
      tables.commits(head.path(), 0, 1);
      lab.ids(lab.layout().uri(head.path()));
    }
    SidecarStore sidecars = new SidecarStore(new LocalBlobs(lab.layout().recovery()));
    assertThat(sidecars.list()).isEmpty();
    sidecars.read("op.json");
    BlobAuditLog.of(lab.layout()).of(new OperationId("op"));
    assertThat(StorageLab.tree(lab.layout().root())).isEqualTo(before);
  }
}
