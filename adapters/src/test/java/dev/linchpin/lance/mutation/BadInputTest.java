package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.Condition;
import dev.linchpin.lance.InputSpool;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.schema.PropertyTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Malformed input: a typed error, nothing changed, the handle goes on. */
class BadInputTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node(
              "Item",
              "sku",
              PropertyType.UTF8,
              t ->
                  t.required("stock", PropertyType.INT64)
                      .optional("note", PropertyType.UTF8)
                      .optional("place", PropertyTypes.vector(2)))
          .edge("near", "Item", "Item", t -> {})
          .build();

  private GraphFixture graph;

  @BeforeEach
  void anEmptyGraph() {
    graph = new GraphFixture(SCHEMA);
  }

  @AfterEach
  void theGraphIsUnchangedAndStillTakesAWrite() {
    assertThat(graph.state().version()).isEqualTo(1);
    assertThat(graph.physicalHead("Item")).isEqualTo(1);
    graph.write(tx -> tx.insert("Item", Row.of("sku", "z", "stock", 1)));
    try (Snapshot snapshot = graph.snapshot()) {
      assertThat(snapshot.count("Item")).isEqualTo(1);
    }
    graph.close();
  }

  private void invalid(Consumer<Mutation> change, String... words) {
    assertThatThrownBy(() -> graph.plan(change))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void anUnknownTypeOrPropertyIsRefusedByEveryCall() {
    for (String name : List.of("Nix", "item", "", "..", "/", "x".repeat(10_240))) {
      invalid(tx -> tx.insert(name, Row.of("sku", "a")), "no type");
      invalid(tx -> tx.upsert(name, Row.of("sku", "a")), "no type");
      invalid(tx -> tx.overwrite(name, Row.of("sku", "a")), "no type");
      invalid(tx -> tx.delete(name, "a"), "no type");
      invalid(tx -> tx.deleteWhere(name, Condition.missing("note")), "no type");
      invalid(tx -> tx.get(name, "a"), "no type");
      invalid(tx -> tx.count(name), "no type");
      invalid(tx -> tx.rows(name), "no type");
      invalid(tx -> tx.scan(name), "no type");
      invalid(tx -> tx.where(name, Condition.missing("note")), "no type");
      invalid(
          tx -> tx.insert("Item", Row.of("sku", "a", "stock", 1, name, "x")),
          "type Item has no property");
      invalid(tx -> tx.deleteWhere("Item", Condition.equal(name, 1)), "type Item has no property");
    }
  }

  @Test
  void aJavaValueThatDoesNotFitIsRefusedWithItsPlace() {
    invalid(
        tx -> tx.insert("Item", Row.of("sku", "a", "stock", "many")),
        "property stock of type Item: many (String) is not a int64");
    invalid(tx -> tx.insert("Item", Row.of("sku", "a", "stock", 1.5)), "property stock");
    invalid(tx -> tx.insert("Item", Row.of("sku", 7, "stock", 1)), "property sku");
    invalid(tx -> tx.insert("Item", Row.of("sku", "\ud800", "stock", 1)), "property sku");
    invalid(
        tx -> tx.insert("Item", Row.of("sku", "a", "stock", 1, "place", new float[3])),
        "property place");
    invalid(tx -> tx.delete("Item", 7), "property sku");
    invalid(tx -> tx.delete("Item", Arrays.asList("a", null)), "property sku");
    invalid(tx -> tx.get("Item", 7), "property sku");
    invalid(tx -> tx.deleteWhere("Item", Condition.equal("stock", "x")), "property stock");
    invalid(tx -> tx.deleteWhere("Item", Condition.equal("stock", null)), "property stock");
    invalid(tx -> tx.deleteWhere("Item", Condition.equal("place", 1)), "property place");
    invalid(tx -> tx.insert("Item", Arrays.asList((Row) null)), "a row is null");
    assertThatThrownBy(() -> Row.of("sku")).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Row.of("a", 1, "a", 2)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void anArrowColumnThatIsUnknownDoubledOrOfAWrongTypeIsRefusedBeforeAnyRowIsStaged() {
    Field sku = PropertyType.UTF8.field("sku");
    Field stock = PropertyType.INT64.field("stock");
    Field dictionary =
        new Field(
            "note",
            new FieldType(
                true, new ArrowType.Int(32, true), new DictionaryEncoding(1, false, null)),
            null);
    arrow("no property 'colour'", sku, stock, PropertyType.UTF8.field("colour"));
    arrow("two columns 'stock'", sku, stock, stock);
    arrow("the input holds int32, not int64", sku, PropertyType.INT32.field("stock"));
    arrow("the input holds large_utf8, not utf8", PropertyType.LARGE_UTF8.field("sku"), stock);
    arrow("not vector(float32,2)", sku, stock, PropertyTypes.vector(3).field("place"));
    arrow("the input holds a dictionary, not utf8", sku, stock, dictionary);
    arrow(
        "the input holds Null, not utf8",
        sku,
        stock,
        new Field("note", FieldType.nullable(ArrowType.Null.INSTANCE), null));
    assertThat(dataFiles()).isEmpty();
  }

  private void arrow(String words, Field... fields) {
    VectorSchemaRoot root =
        VectorSchemaRoot.create(new Schema(Arrays.asList(fields)), graph.allocator());
    try (ArrowReader reader = new Batches(graph.allocator(), root, 1)) {
      invalid(tx -> tx.insert("Item", reader), "type Item", words);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<Path> dataFiles() {
    try (Stream<Path> tree = Files.walk(graph.root().resolve("tables"))) {
      return tree.filter(path -> path.toString().endsWith(".lance") && Files.isRegularFile(path))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anArrowStreamWithoutARequiredColumnOrWithGapsInItIsRefused() throws IOException {
    VectorSchemaRoot keys =
        VectorSchemaRoot.create(
            new Schema(List.of(PropertyType.UTF8.field("sku"))), graph.allocator());
    try (ArrowReader reader = new Batches(graph.allocator(), keys, 1)) {
      assertThatThrownBy(() -> graph.plan(tx -> tx.insert("Item", reader)))
          .isInstanceOf(ConstraintViolationException.class)
          .hasMessageContaining("type Item, property stock: it is required");
    }
    try (ArrowReader reader = items(3, i -> i == 1 ? null : (long) i)) {
      assertThatThrownBy(() -> graph.plan(tx -> tx.insert("Item", reader)))
          .isInstanceOf(ConstraintViolationException.class)
          .hasMessageContaining(
              "type Item, property stock: 1 value missing in the rows of keys: 's1'");
    }
  }

  @Test
  void aStreamThatBreaksInTheMiddleIsTheCallersErrorAndNotAStorageError() throws IOException {
    VectorSchemaRoot root = itemRoot();
    Batches broken =
        new Batches(graph.allocator(), root, 3) {
          @Override
          void fill(VectorSchemaRoot batch, int number) throws IOException {
            if (number == 2) {
              throw new IOException("the wire was cut");
            }
            fillItem(batch, number, (long) number);
          }
        };
    try (broken) {
      invalid(tx -> tx.insert("Item", broken), "the wire was cut");
    }
  }

  @Test
  void duplicateKeysAcrossTheBatchesOfOneReaderAreFound() throws IOException {
    try (ArrowReader reader = items(4, i -> 1L)) {
      graph.plan(tx -> tx.insert("Item", reader));
    }
    Batches same =
        new Batches(graph.allocator(), itemRoot(), 2) {
          @Override
          void fill(VectorSchemaRoot batch, int number) {
            fillItem(batch, 0, 1L);
          }
        };
    try (same) {
      assertThatThrownBy(() -> graph.plan(tx -> tx.insert("Item", same)))
          .isInstanceOf(ConstraintViolationException.class)
          .hasMessageContaining("given twice in one write: 's0'");
    }
  }

  @Test
  void anOverwriteExcludesEveryOtherChangeOfItsType() {
    Row row = Row.of("sku", "a", "stock", 1);
    for (Consumer<Mutation> other :
        List.<Consumer<Mutation>>of(
            tx -> tx.insert("Item", row),
            tx -> tx.upsert("Item", row),
            tx -> tx.delete("Item", "x"),
            tx -> tx.deleteWhere("Item", Condition.missing("note")),
            tx -> tx.overwrite("Item"))) {
      invalid(
          tx -> {
            tx.overwrite("Item", Row.of("sku", "b", "stock", 1));
            other.accept(tx);
          },
          "an overwrite excludes");
      invalid(
          tx -> {
            other.accept(tx);
            tx.overwrite("Item", Row.of("sku", "b", "stock", 1));
          },
          "an overwrite excludes");
    }
  }

  @Test
  void theContextIsDeadOnceTheFunctionHasReturned() {
    Mutation[] leaked = new Mutation[1];
    graph.plan(tx -> leaked[0] = tx);
    assertThatThrownBy(() -> leaked[0].count("Item")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> leaked[0].delete("Item", "a"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void columnsMayComeInAnyOrderOptionalOnesMayLackAndABatchMayBelongToAnotherAllocator()
      throws IOException {
    try (GraphFixture other = new GraphFixture(SCHEMA);
        ArrowReader reader = items(5, i -> i * 10L)) {
      other.write(tx -> assertThat(tx.insert("Item", reader)).isEqualTo(5));
      try (Snapshot snapshot = other.snapshot()) {
        assertThat(snapshot.get("Item", "s4").orElseThrow())
            .isEqualTo(Row.of("sku", "s4", "stock", 40L, "note", null, "place", null));
      }
    }
  }

  @Test
  void aSpooledStreamCanBeReadAgainAndLeavesNoFile() throws IOException {
    try (ArrowReader once = items(3, i -> (long) i);
        InputSpool spool = InputSpool.of(once, graph.allocator())) {
      for (int attempt = 0; attempt < 3; attempt++) {
        try (ArrowReader again = spool.open()) {
          graph.plan(tx -> assertThat(tx.insert("Item", again)).isEqualTo(3));
        }
      }
    }
  }

  /** One item per batch; the columns are not in the table's order. */
  private ArrowReader items(int count, IntFunction<Long> stock) {
    return new Batches(graph.allocator(), itemRoot(), count) {
      @Override
      void fill(VectorSchemaRoot batch, int number) {
        fillItem(batch, number, stock.apply(number));
      }
    };
  }

  private VectorSchemaRoot itemRoot() {
    return VectorSchemaRoot.create(
        new Schema(List.of(PropertyType.INT64.field("stock"), PropertyType.UTF8.field("sku"))),
        graph.allocator());
  }

  private static void fillItem(VectorSchemaRoot batch, int number, Long stock) {
    BigIntVector stocks = (BigIntVector) batch.getVector("stock");
    VarCharVector skus = (VarCharVector) batch.getVector("sku");
    if (stock == null) {
      stocks.setNull(0);
    } else {
      stocks.setSafe(0, stock);
    }
    skus.setSafe(0, ("s" + number).getBytes(StandardCharsets.UTF_8));
    batch.setRowCount(1);
  }
}
