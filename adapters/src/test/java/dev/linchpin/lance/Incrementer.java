package dev.linchpin.lance;

import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.write.WriteOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A process that increments one balance, reading it inside the write. Arguments: root, times. */
final class Incrementer {
  private static final WriteOptions PATIENT = WriteOptions.DEFAULT.withMaxAttempts(200);

  private Incrementer() {}

  public static void main(String[] arguments) {
    Path root = Path.of(arguments[0]);
    System.out.println("ready");
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
        increment(graph);
      }
      try (Stream<GraphCommit> log = graph.log()) {
        List<GraphCommit> commits = log.toList();
        System.out.println("commits " + commits.size());
      }
    }
  }

  static void increment(Graph graph) {
    graph.mutate(
        PATIENT,
        mutation -> {
          Row ann = mutation.get("Person", "ann").orElseThrow();
          long balance = ann.integer("balance").orElseThrow();
          return mutation.upsert("Person", ann.with("balance", balance + 1));
        });
  }
}
