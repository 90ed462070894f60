package dev.linchpin.lance.mutation;

import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The child process of {@link MillionRowsTest}: loads a million nodes with a unique property and a
 * million edges with a bound, then meets them all again in an upsert. Prints one line per phase.
 */
final class MillionRowsMain {
  private static final int ROWS = 1_000_000;
  private static final int BATCH = 10_000;

  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node(
              "Node",
              "key",
              PropertyType.UTF8,
              t -> t.unique("mail", PropertyType.UTF8).optional("n", PropertyType.INT64))
          .edge("link", "Node", "Node", t -> t.outgoing(0, 2))
          .build();

  private MillionRowsMain() {}

  public static void main(String[] arguments) throws IOException {
    try (GraphFixture graph = new GraphFixture(SCHEMA)) {
      phase("insert nodes", graph, tx -> load(graph, nodes(graph), r -> tx.insert("Node", r)));
      phase("insert edges", graph, tx -> load(graph, edges(graph), r -> tx.insert("link", r)));
      phase("upsert nodes", graph, tx -> load(graph, nodes(graph), r -> tx.upsert("Node", r)));
      try (Snapshot snapshot = graph.snapshot()) {
        if (snapshot.count("Node") != ROWS
            || snapshot.count("link") != ROWS
            || snapshot.get("Node", key(ROWS - 1)).isEmpty()) {
          throw new AssertionError("rows are missing");
        }
      }
      System.out.println(
          "done with a heap of "
              + Runtime.getRuntime().maxMemory() / (1 << 20)
              + " MB in "
              + ProcessHandle.current().info().totalCpuDuration().orElseThrow()
              + " of processor time");
    }
  }

  private static void phase(String name, GraphFixture graph, Consumer<Mutation> change) {
    long began = System.nanoTime();
    graph.write(change);
    System.out.println(name + ": " + (System.nanoTime() - began) / 1_000_000 + " ms");
  }

  private interface Load {
    long run(ArrowReader reader);
  }

  private static void load(GraphFixture graph, Batches rows, Load load) {
    try (rows) {
      if (load.run(rows) != ROWS) {
        throw new AssertionError("rows are missing");
      }
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static String key(int number) {
    return "node-with-a-long-key-" + number;
  }

  private static Batches nodes(GraphFixture graph) {
    return new Batches(
        graph.allocator(),
        VectorSchemaRoot.create(SCHEMA.type("Node").arrowSchema(), graph.allocator()),
        ROWS / BATCH) {
      @Override
      void fill(VectorSchemaRoot batch, int number) {
        for (int row = 0; row < BATCH; row++) {
          int n = number * BATCH + row;
          put(batch, "key", row, key(n));
          put(batch, "mail", row, n + "@example.org");
          ((BigIntVector) batch.getVector("n")).setSafe(row, n);
        }
        batch.setRowCount(BATCH);
      }
    };
  }

  private static Batches edges(GraphFixture graph) {
    Schema schema =
        new Schema(List.of(PropertyType.UTF8.field("from"), PropertyType.UTF8.field("to")));
    return new Batches(
        graph.allocator(), VectorSchemaRoot.create(schema, graph.allocator()), ROWS / BATCH) {
      @Override
      void fill(VectorSchemaRoot batch, int number) {
        for (int row = 0; row < BATCH; row++) {
          int n = number * BATCH + row;
          put(batch, "from", row, key(n));
          put(batch, "to", row, key((n + 1) % ROWS));
        }
        batch.setRowCount(BATCH);
      }
    };
  }

  private static void put(VectorSchemaRoot batch, String column, int row, String text) {
    ((VarCharVector) batch.getVector(column)).setSafe(row, text.getBytes(StandardCharsets.UTF_8));
  }
}
