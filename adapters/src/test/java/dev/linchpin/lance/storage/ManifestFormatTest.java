package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.StorageException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.SegmentRef;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.Transaction;
import org.lance.operation.Overwrite;

/** What a manifest says is read back exactly; what this code cannot understand is refused. */
class ManifestFormatTest {
  @RegisterExtension final StorageLab lab = new StorageLab();

  @Test
  void everyFieldOfAStateIsReadBackByAnotherProcess() {
    LanceManifestAuthority authority = lab.createGraph();
    ManifestState base = authority.read();
    Map<TableId, TableHead> heads = new TreeMap<>();
    TableId dropped = new TableId("t-dropped");
    heads.put(
        dropped,
        new TableHead(dropped, "Größe \"x\"\n", "tables/t-1.lance", new TableToken(9, 4), true));
    TableId live = new TableId("t-live");
    heads.put(live, new TableHead(live, "Person", "tables/p.lance", new TableToken(3, 0), false));
    Instant time = Instant.parse("2026-01-02T03:04:05.678901234Z");
    ManifestState next =
        new ManifestState(
            2,
            base.target(),
            "schema-2",
            "{\"any\": \"text \\u0000\"}",
            heads,
            Optional.of(new CommitId("c-2")),
            List.of(
                new HistoryEntry.GraphCommit(
                    new CommitId("c-1"),
                    List.of(),
                    "",
                    new OperationId("op-1"),
                    Optional.empty(),
                    WriterKind.MUTATION,
                    time,
                    1,
                    Map.of()),
                new HistoryEntry.GraphCommit(
                    new CommitId("c-2"),
                    List.of(new CommitId("c-1"), new CommitId("c-0")),
                    "Zoë",
                    new OperationId("op-2"),
                    Optional.of("r"),
                    WriterKind.MUTATION,
                    time,
                    2,
                    Map.of(dropped, 9L, live, 3L)),
                new HistoryEntry.RollbackDecision(
                    new CommitId("r-3"), new OperationId("op-3"), "healer", Instant.EPOCH, 2)),
            List.of(new SegmentRef("1-1-x.ndjson", 32, 1, 1)));
    assertThat(authority.compareAndSet(base, next)).isEqualTo(CasOutcome.WON);
    assertThat(authority.read()).isEqualTo(next);
    assertThat(lab.authority().read()).isEqualTo(next);
    assertThat(lab.authority().readAt(2)).contains(next);
    assertThat(lab.authority().readAt(1)).contains(base);
  }

  @Test
  void aVersionThatIsNotThereIsEmptyAndNoError() {
    LanceManifestAuthority authority = lab.createGraph();
    assertThat(authority.readAt(2)).isEmpty();
    assertThat(authority.readAt(0)).isEmpty();
    assertThat(authority.readAt(-1)).isEmpty();
  }

  @Test
  void aManifestThatIsNotThereIsAStorageErrorThatNamesIt() {
    assertThatThrownBy(() -> lab.authority().read())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(lab.layout().manifest().toString());
  }

  @Test
  void anotherManifestAtTheSamePlaceIsNeverTakenForTheOldOne() {
    LanceManifestAuthority authority = lab.createGraph();
    ManifestState first = authority.read();
    StorageLab.deleteTree(lab.layout().root());
    ManifestState second = lab.createGraph().read();
    assertThat(second.target()).isNotEqualTo(first.target());
    assertThat(authority.read()).isEqualTo(second);
  }

  @Test
  void aManifestOfANewerFormatIsRefusedAndLeftAsItIs() {
    ManifestState state = lab.createGraph().read();
    List<ManifestRows.Row> rows = new ArrayList<>(ManifestRows.write(state));
    rows.set(0, new ManifestRows.Row("format", "linchpin-manifest", "{\"formatVersion\":2}"));
    refuses(rows, "format version 2");
  }

  @Test
  void aManifestWithAKindOfRowThatNobodyKnowsIsRefused() {
    List<ManifestRows.Row> rows = new ArrayList<>(ManifestRows.write(lab.createGraph().read()));
    rows.add(new ManifestRows.Row("hint", "x", "{}"));
    refuses(rows, "unknown row kind 'hint'");
  }

  @Test
  void aManifestThatSaysSomethingTwiceOrNotAtAllIsRefused() {
    List<ManifestRows.Row> rows = List.copyOf(ManifestRows.write(lab.createGraph().read()));
    for (ManifestRows.Row row : rows) {
      List<ManifestRows.Row> twice = new ArrayList<>(rows);
      twice.add(row);
      refuses(twice, "twice");
      if (!row.kind().equals("table")) {
        List<ManifestRows.Row> without = new ArrayList<>(rows);
        without.remove(row);
        refuses(without, "");
      }
    }
    refuses(List.of(), "does not begin with a format row");
  }

  private void refuses(List<ManifestRows.Row> rows, String reason) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ManifestRows.SCHEMA, lab.allocator())) {
      ManifestRows.fill(root, rows);
      overwrite(root);
    }
    Map<String, String> before = StorageLab.tree(lab.layout().root());
    assertThatThrownBy(() -> lab.authority().read())
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("left as it is");
    assertThat(StorageLab.tree(lab.layout().root())).isEqualTo(before);
  }

  @Test
  void aManifestWithOtherColumnsIsRefused() {
    lab.createGraph();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(StorageLab.SCHEMA, lab.allocator())) {
      ((BigIntVector) root.getVector("id")).setSafe(0, 1);
      root.setRowCount(1);
      overwrite(root);
    }
    assertThatThrownBy(() -> lab.authority().read())
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("columns");
  }

  private void overwrite(VectorSchemaRoot root) {
    String uri = lab.layout().manifest().toString();
    try (Dataset dataset = Dataset.open().allocator(lab.allocator()).uri(uri).build();
        Transaction transaction =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .operation(
                    Overwrite.builder()
                        .fragments(
                            Fragment.write()
                                .datasetUri(uri)
                                .allocator(lab.allocator())
                                .data(root)
                                .execute())
                        .schema(root.getSchema())
                        .build())
                .build()) {
      new CommitBuilder(dataset).execute(transaction).close();
    }
  }

  /** Row order inside a kind is not relied on where it carries no meaning. */
  @Test
  void theOrderOfTheTableRowsMeansNothing() throws Exception {
    ManifestState state = lab.createGraph().read();
    List<ManifestRows.Row> rows = new ArrayList<>(ManifestRows.write(state));
    rows.subList(1, rows.size()).sort(Comparator.comparing(ManifestRows.Row::key).reversed());
    assertThat(ManifestRows.read(1, rows)).isEqualTo(state);
  }
}
