package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.StorageException;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;

/** Commits that say who they are, and chains that are read back by what they say. */
class TableSubstrateTest {
  private static final OperationId OPERATION = new OperationId("op-1");

  @RegisterExtension final StorageLab lab = new StorageLab();

  private LanceTableSubstrate tables;
  private TableHead table;
  private String uri;

  @BeforeEach
  void createTable() {
    table = StorageLab.table(lab.createGraph().read(), "Person");
    uri = lab.layout().uri(table.path());
    tables = new LanceTableSubstrate(lab.layout(), lab.allocator());
  }

  private PlannedEffect appending(long pointer, String uuid, long... ids) {
    Operation append = Append.builder().fragments(lab.stage(uri, ids)).build();
    return new PlannedEffect(
        new EffectTarget(
            table.id(),
            table.path(),
            new TableToken(pointer, 7),
            uuid,
            EffectKind.STAGED,
            new PostState.Exact(pointer + 1)),
        new StagedTransaction(append));
  }

  private void foreign(Operation operation, Map<String, String> properties) {
    try (Dataset dataset = Dataset.open().allocator(lab.allocator()).uri(uri).build();
        Transaction transaction =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .uuid("foreign-" + dataset.version())
                .operation(operation)
                .transactionProperties(properties)
                .build()) {
      new CommitBuilder(dataset).execute(transaction).close();
    }
  }

  private Append append(long... ids) {
    return Append.builder().fragments(lab.stage(uri, ids)).build();
  }

  @Test
  void anEffectLandsAtTheNextVersionAndNamesItsOperationPointerAndEpoch() throws Exception {
    assertThat(tables.head(table.path())).isEqualTo(1);
    assertThat(tables.commit(OPERATION, appending(1, "uuid-1", 10, 11)))
        .isEqualTo(new CommitResult.Landed(2));
    assertThat(tables.head(table.path())).isEqualTo(2);
    assertThat(tables.commits(table.path(), 1, 2))
        .containsExactly(new TableCommit.OperationCommit(2, "uuid-1", OPERATION, 1, 7));
    assertThat(lab.ids(uri)).containsExactly(10L, 11L);
  }

  @Test
  void aStaleAppendLandsOneVersionLaterAndSaysSo() {
    PlannedEffect stale = appending(1, "uuid-stale", 1);
    tables.commit(OPERATION, appending(1, "uuid-first", 2));
    assertThat(tables.commit(OPERATION, stale)).isEqualTo(new CommitResult.Landed(3));
    assertThat(tables.commits(table.path(), 2, 3))
        .as("the captured pointer, whatever read version Lance stores")
        .containsExactly(new TableCommit.OperationCommit(3, "uuid-stale", OPERATION, 1, 7));
  }

  @Test
  void anEffectThatAnOverwriteOvertookConflictsAndNeverLands() throws Exception {
    PlannedEffect stale = appending(1, "uuid-stale", 1);
    foreign(
        Overwrite.builder().fragments(lab.stage(uri, 5)).schema(StorageLab.SCHEMA).build(),
        Map.of());
    assertThat(tables.commit(OPERATION, stale)).isInstanceOf(CommitResult.Conflicted.class);
    assertThat(tables.head(table.path())).isEqualTo(2);
    assertThat(lab.ids(uri)).containsExactly(5L);
  }

  @Test
  void aRealignmentRestoresThePublishedContentAndNamesThePointerThatItCarries() throws Exception {
    tables.commit(OPERATION, appending(1, "published", 1, 2));
    tables.commit(OPERATION, appending(2, "dead", 3));
    foreign(append(4), Map.of());
    TableHead published = table.at(2);
    assertThat(tables.realign(published, 4, "realign-1")).isEqualTo(new CommitResult.Landed(5));
    assertThat(lab.ids(uri)).containsExactly(1L, 2L);
    assertThat(tables.commits(table.path(), 4, 5))
        .containsExactly(new TableCommit.RealignCommit(5, "realign-1", 2));
    assertThat(tables.realign(published, 4, "realign-2"))
        .as("another realignment of the same head came first")
        .isInstanceOf(CommitResult.Conflicted.class);
    assertThat(tables.commit(OPERATION, appending(5, "next", 9)))
        .isEqualTo(new CommitResult.Landed(6));
    assertThat(lab.ids(uri)).containsExactly(1L, 2L, 9L);
  }

  @Test
  void aRealignmentOverAnAppendThatNobodySawLandsPastItAndSaysWhere() {
    tables.commit(OPERATION, appending(1, "dead", 3));
    foreign(append(4), Map.of());
    assertThat(tables.realign(table, 2, "realign-1"))
        .as("only the caller knows that version 4 is not head seen + 1")
        .isEqualTo(new CommitResult.Landed(4));
  }

  @Test
  void commitsOfStrangersAreForeignWhateverTheyCarry() {
    foreign(append(1), Map.of());
    foreign(append(1), Map.of("linchpin.operation", "op-1"));
    foreign(
        append(1),
        Map.of("linchpin.operation", "../x", "linchpin.pointer", "1", "linchpin.epoch", "0"));
    foreign(
        append(1),
        Map.of("linchpin.operation", "op", "linchpin.pointer", "one", "linchpin.epoch", "0"));
    foreign(append(1), Map.of("linchpin.realigns", "1"));
    foreign(append(1), Map.of("linchpin.realigns", "", "linchpin.operation", "op"));
    List<TableCommit> commits = tables.commits(table.path(), 0, tables.head(table.path()));
    assertThat(commits).hasSize(7).hasOnlyElementsOfType(TableCommit.ForeignCommit.class);
    assertThat(commits)
        .extracting(TableCommit::version)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(commits.get(1).toString()).contains("foreign-1", "Append");
  }

  @Test
  void aVersionThatCannotBeReadIsNamedAsUnreadableAndTheOthersAreRead() throws Exception {
    tables.commit(OPERATION, appending(1, "uuid-2", 1));
    tables.commit(OPERATION, appending(2, "uuid-3", 2));
    Files.write(versionFiles().get(1), new byte[] {1, 2, 3});
    List<TableCommit> commits =
        new LanceTableSubstrate(lab.layout(), lab.allocator()).commits(table.path(), 1, 3);
    assertThat(commits.get(0)).isInstanceOf(TableCommit.UnreadableCommit.class);
    assertThat(commits.get(1))
        .isEqualTo(new TableCommit.OperationCommit(3, "uuid-3", OPERATION, 2, 7));
  }

  /** Newest first, as their names sort. */
  private List<Path> versionFiles() throws Exception {
    try (Stream<Path> files = Files.list(Path.of(uri).resolve("_versions"))) {
      return files.filter(file -> file.toString().endsWith(".manifest")).sorted().toList();
    }
  }

  @Test
  void aTableThatIsNotThereIsAStorageErrorThatNamesIt() {
    assertThatThrownBy(() -> tables.head("tables/none.lance"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("tables/none.lance");
    assertThatThrownBy(() -> tables.commits("tables/none.lance", 0, 1))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("tables/none.lance");
  }
}
