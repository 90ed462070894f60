package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.Condition;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.protocol.ManifestState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Snapshots, conditions, and reads inside a write. */
class ReadTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node(
              "Item",
              "sku",
              PropertyType.UTF8,
              t ->
                  t.optional("stock", PropertyType.INT64)
                      .optional("price", PropertyType.FLOAT64)
                      .optional("blob", PropertyType.BINARY))
          .build();

  private GraphFixture graph;

  @BeforeEach
  void fourItems() {
    graph = new GraphFixture(SCHEMA);
    graph.write(
        tx ->
            tx.insert(
                "Item",
                Row.of("sku", "a", "stock", 1, "price", -0.0, "blob", new byte[] {1}),
                Row.of("sku", "b'", "stock", 2, "price", 2.5, "blob", new byte[] {-1}),
                Row.of("sku", "c", "stock", null, "price", Double.NaN),
                Row.of("sku", "𝄞\u0000", "stock", 4)));
  }

  @AfterEach
  void close() {
    graph.close();
  }

  @Test
  void aSnapshotShowsTheSameGraphForItsWholeLifeWhateverIsWritten() {
    try (Snapshot before = graph.snapshot()) {
      graph.write(tx -> tx.delete("Item", "a", "c"));
      graph.write(tx -> tx.overwrite("Item", Row.of("sku", "new")));
      assertThat(before.count("Item")).isEqualTo(4);
      assertThat(before.rows("Item").toList()).hasSize(4);
      assertThat(before.get("Item", "a").orElseThrow().integer("stock")).contains(1L);
      assertThat(before.types()).containsExactly("Item");
      try (Snapshot after = graph.snapshot()) {
        assertThat(after.version()).isEqualTo(before.version() + 2);
        assertThat(after.commit()).isPresent().isNotEqualTo(before.commit());
        assertThat(after.count("Item")).isEqualTo(1);
      }
    }
  }

  @Test
  void aClosedSnapshotRefusesToRead() {
    Snapshot snapshot = graph.snapshot();
    snapshot.close();
    snapshot.close();
    assertThatThrownBy(() -> snapshot.count("Item")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyKeyIsFoundHoweverItIsSpelled() {
    try (Snapshot snapshot = graph.snapshot()) {
      for (String key : List.of("a", "b'", "c", "𝄞\u0000")) {
        assertThat(snapshot.get("Item", key)).as(key).isPresent();
      }
      for (String key : List.of("", "b", "b''", "𝄞", "' OR true --", "A")) {
        assertThat(snapshot.get("Item", key)).as(key).isEmpty();
      }
    }
  }

  @Test
  void aConditionTakesTheRowsForWhichItIsTrueAndNeverThoseForWhichItIsUnknown() {
    taken(Condition.equal("stock", 2), "b'");
    taken(Condition.notEqual("stock", 2), "a", "𝄞\u0000");
    taken(Condition.not(Condition.equal("stock", 2)), "a", "𝄞\u0000");
    taken(Condition.less("stock", 2), "a");
    taken(Condition.atMost("stock", 2), "a", "b'");
    taken(Condition.greater("stock", 2), "𝄞\u0000");
    taken(Condition.atLeast("stock", 2), "b'", "𝄞\u0000");
    taken(Condition.missing("stock"), "c");
    taken(Condition.not(Condition.missing("stock")), "a", "b'", "𝄞\u0000");
    taken(Condition.in("sku", List.of("a", "c", "zz")), "a", "c");
    taken(Condition.in("sku", List.of()));
    taken(Condition.equal("price", 0.0), "a");
    taken(Condition.equal("price", Double.NaN), "c");
    taken(Condition.greater("blob", new byte[] {127}), "b'");
    taken(Condition.all(), "a", "b'", "c", "𝄞\u0000");
    taken(Condition.any());
    // Unknown and false is false; unknown or true is true; not unknown is unknown.
    taken(Condition.equal("stock", 1).and(Condition.equal("sku", "c")));
    taken(Condition.equal("stock", 1).or(Condition.equal("sku", "c")), "a", "c");
    taken(
        Condition.not(Condition.equal("stock", 1).and(Condition.equal("sku", "zz"))),
        "a",
        "b'",
        "c",
        "𝄞\u0000");
  }

  private void taken(Condition condition, String... keys) {
    try (Snapshot snapshot = graph.snapshot()) {
      List<String> found = new ArrayList<>();
      snapshot.rows("Item", condition).toList().forEach(row -> found.add(row.string("sku")));
      assertThat(found).as(condition.toString()).containsExactlyInAnyOrder(keys);
      assertThat(snapshot.count("Item", condition)).isEqualTo(keys.length);
    }
  }

  @Test
  void aConditionOfTenThousandTermsIsNoDanger() {
    Condition[] terms = new Condition[10_000];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = Condition.equal("stock", i + 4);
    }
    taken(Condition.any(terms), "𝄞\u0000");
  }

  @Test
  void readsInsideAWriteSeeTheBaseAndNotItsOwnChanges() {
    graph.write(
        tx -> {
          tx.upsert("Item", Row.of("sku", "a", "stock", 100), Row.of("sku", "z"));
          assertThat(tx.get("Item", "a").orElseThrow().integer("stock")).contains(1L);
          assertThat(tx.get("Item", "z")).isEmpty();
          assertThat(tx.count("Item")).isEqualTo(4);
          assertThat(tx.where("Item", Condition.equal("stock", 100)).toList()).isEmpty();
        });
    taken(Condition.equal("stock", 100), "a");
  }

  @Test
  void aCursorThatIsReadHalfwayAndForgottenLeavesNothingOpenOnceItIsClosed() throws IOException {
    try (Snapshot snapshot = graph.snapshot();
        ArrowReader reader = snapshot.scan("Item");
        var rows = snapshot.rows("Item")) {
      assertThat(rows.next()).isNotNull();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getSchema())
          .isEqualTo(SCHEMA.type("Item").arrowSchema());
    }
  }

  @Test
  void aManifestWhoseSchemaIsNotTheOneItNamesIsRefused() {
    ManifestState state = graph.state();
    ManifestState forged =
        new ManifestState(
            state.version(),
            state.target(),
            "0".repeat(64),
            state.schemaDocument(),
            state.heads(),
            state.graphHead(),
            state.window(),
            state.segments());
    assertThatThrownBy(() -> new Snapshot(graph.root(), graph.allocator(), forged))
        .isInstanceOf(UnsupportedFormatException.class);
    try (Snapshot snapshot = graph.snapshot()) {
      assertThatThrownBy(() -> snapshot.count("Nix")).isInstanceOf(InvalidInputException.class);
    }
  }
}
