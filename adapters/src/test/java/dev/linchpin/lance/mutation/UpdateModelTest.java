package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.Condition;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.storage.StagedTransaction;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.TableHead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.Dataset;
import org.lance.ReadOptions;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.lance.operation.Update;

/**
 * Hand-built effects against a map: deletions in many fragments, fragments that go whole, offsets
 * after earlier deletions, row ids after upserts. jqwik prints the seed of a failure and shrinks
 * it.
 */
class UpdateModelTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("Item", "key", PropertyType.INT64, t -> t.optional("value", PropertyType.INT64))
          .build();

  private static final int KEYS = 24;

  /** One write: rows to upsert, keys to delete, and a bound below which values are deleted. */
  record Step(Set<Long> upserts, Set<Long> deletes, long below, boolean overwrite) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Set<Long>> keys = Arbitraries.longs().between(0, KEYS - 1).set().ofMaxSize(10);
    Arbitrary<Step> step =
        Combinators.combine(
                keys,
                keys,
                Arbitraries.longs().between(-4, 6),
                Arbitraries.of(false, false, false, false, false, false, false, true))
            .as(Step::new);
    return step.list().ofMinSize(3).ofMaxSize(10);
  }

  @Property(tries = 15, shrinking = ShrinkingMode.BOUNDED)
  void theTableIsWhatTheModelSaysAfterEveryWriteAndEarlierVersionsStayAsTheyWere(
      @ForAll("steps") List<Step> steps) throws Exception {
    try (GraphFixture graph = new GraphFixture(SCHEMA)) {
      Map<Long, Long> model = new TreeMap<>();
      Map<Long, Map<Long, Long>> history = new HashMap<>();
      List<Snapshot> snapshots = new ArrayList<>();
      long number = 0;
      for (Step step : steps) {
        number++;
        run(graph, model, step, number);
        Snapshot snapshot = graph.snapshot();
        snapshots.add(snapshot);
        history.put(snapshot.version(), new TreeMap<>(model));
        assertRowIds(graph.root().resolve(graph.head("Item").path()).toString(), graph, model);
      }
      for (Snapshot snapshot : snapshots) {
        assertThat(read(snapshot)).isEqualTo(history.get(snapshot.version()));
        assertThat(snapshot.count("Item")).isEqualTo(history.get(snapshot.version()).size());
        snapshot.close();
      }
    }
  }

  private static void run(GraphFixture graph, Map<Long, Long> model, Step step, long number) {
    if (step.overwrite()) {
      List<Row> rows = rows(step.upserts(), number);
      graph.write(tx -> tx.overwrite("Item", rows));
      model.clear();
      step.upserts().forEach(key -> model.put(key, number));
      return;
    }
    // What a condition takes must not be upserted in the same write, so the test leaves it alone.
    Set<Long> taken = new TreeSet<>();
    model.forEach(
        (key, value) -> {
          if (value < step.below()) {
            taken.add(key);
          }
        });
    Set<Long> deletes = new TreeSet<>(step.deletes());
    Set<Long> upserts = new TreeSet<>(step.upserts());
    upserts.removeAll(deletes);
    upserts.removeAll(taken);
    graph.write(
        tx -> {
          tx.upsert("Item", rows(upserts, number));
          tx.delete("Item", deletes);
          tx.deleteWhere("Item", Condition.less("value", step.below()));
        });
    model.keySet().removeAll(deletes);
    model.keySet().removeAll(taken);
    upserts.forEach(key -> model.put(key, number));
  }

  private static List<Row> rows(Set<Long> keys, long value) {
    return keys.stream().map(key -> Row.of("key", key, "value", value)).toList();
  }

  private static Map<Long, Long> read(Snapshot snapshot) {
    Map<Long, Long> found = new TreeMap<>();
    for (Row row : snapshot.rows("Item").toList()) {
      Long earlier =
          found.put(row.integer("key").orElseThrow(), row.integer("value").orElseThrow());
      assertThat(earlier).as("two rows of one key").isNull();
    }
    return found;
  }

  /** Every row has a row id of its own, also after upserts and overwrites. */
  @SuppressWarnings("try") // Lance's close() may be interrupted, says its signature.
  private static void assertRowIds(String uri, GraphFixture graph, Map<Long, Long> model)
      throws Exception {
    Set<Long> ids = new HashSet<>();
    try (Dataset dataset =
            Dataset.open()
                .allocator(graph.allocator())
                .uri(uri)
                .readOptions(
                    new ReadOptions.Builder().setVersion(graph.head("Item").version()).build())
                .build();
        LanceScanner scanner = scan(dataset);
        ArrowReader reader = scanner.scanBatches()) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        UInt8Vector column = (UInt8Vector) batch.getVector("_rowid");
        for (int row = 0; row < batch.getRowCount(); row++) {
          assertThat(ids.add(column.get(row))).as("row id %s is unique", column.get(row)).isTrue();
        }
      }
    }
    assertThat(ids).hasSize(model.size());
  }

  private static LanceScanner scan(Dataset dataset) {
    return dataset.newScan(
        new ScanOptions.Builder().columns(List.of("key")).withRowId(true).build());
  }

  @Example
  void oneWriteDeletesInManyFragmentsRemovesOneWholeAndHonoursEarlierDeletions() {
    try (GraphFixture graph = new GraphFixture(SCHEMA)) {
      for (long fragment = 0; fragment < 3; fragment++) {
        Set<Long> keys = new TreeSet<>();
        for (long i = 0; i < 5; i++) {
          keys.add(fragment * 5 + i);
        }
        long value = fragment;
        graph.write(tx -> tx.insert("Item", rows(keys, value)));
      }
      graph.write(tx -> tx.delete("Item", 0, 5, 6));
      PreparedWrite write =
          graph.plan(
              tx -> {
                tx.delete("Item", 1, 3, 7, 8, 9, 10);
                tx.upsert("Item", Row.of("key", 14, "value", 99), Row.of("key", 77));
              });
      Update update =
          (Update) ((StagedTransaction) write.effects().effects().get(0).payload()).operation();
      assertThat(update.removedFragmentIds()).as("its last rows went").containsExactly(1L);
      assertThat(update.updatedFragments()).extracting(f -> f.getId()).containsExactly(0, 2);
      assertThat(update.updatedFragments())
          .as("new deletions join the old ones")
          .extracting(f -> f.getNumDeletions())
          .containsExactly(3L, 2L);
      assertThat(update.newFragments()).hasSize(1);
      TableHead before = graph.head("Item");
      assertThat(graph.physicalHead("Item")).isEqualTo(before.version());
      graph.commit(write);
      try (Snapshot snapshot = graph.snapshot()) {
        assertThat(snapshot.rows("Item").toList().stream().map(row -> row.get("key")))
            .containsExactlyInAnyOrder(2L, 4L, 11L, 12L, 13L, 14L, 77L);
      }
    }
  }
}
