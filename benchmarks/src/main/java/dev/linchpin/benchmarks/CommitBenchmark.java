package dev.linchpin.benchmarks;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One graph commit that inserts one row into each of some tables, beside the floor for it: the same
 * table commits and one manifest Overwrite in bare Lance. Both start from empty tables in every
 * iteration, so that the key scan over the rows inserted so far stays small; it is part of what
 * Linchpin does and bare Lance does not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CommitBenchmark {
  /** How many tables one commit changes. */
  @Param({"1", "4"})
  public int tables;

  private Path root;
  private Graph graph;
  private BareLance bare;
  private long key;

  /** For JMH. */
  public CommitBenchmark() {}

  /**
   * Fresh tables.
   *
   * @throws IOException if there is no temporary directory
   */
  @Setup(Level.Iteration)
  public void create() throws IOException {
    root = Files.createTempDirectory("linchpin-benchmark-");
    GraphSchema.Builder schema = GraphSchema.builder();
    for (int i = 0; i < tables; i++) {
      schema.node(
          "T" + i, "key", PropertyType.UTF8, type -> type.optional("name", PropertyType.UTF8));
    }
    graph = Graph.create(root.resolve("graph"), schema.build(), GraphOptions.DEFAULT);
    bare = new BareLance(root.resolve("bare"), tables, new RootAllocator());
    key = 0;
  }

  /**
   * Nothing is left behind.
   *
   * @throws IOException if a file cannot be deleted
   */
  @TearDown(Level.Iteration)
  public void delete() throws IOException {
    graph.close();
    bare.close();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * A graph commit.
   *
   * @return the manifest version
   */
  @Benchmark
  public long linchpin() {
    String id = "k" + key++;
    return graph
        .mutate(
            mutation -> {
              for (int i = 0; i < tables; i++) {
                mutation.insert("T" + i, Row.of("key", id, "name", "n"));
              }
            })
        .manifestVersion();
  }

  /** The floor. */
  @Benchmark
  public void bareLance() {
    bare.commit(key++);
  }
}
