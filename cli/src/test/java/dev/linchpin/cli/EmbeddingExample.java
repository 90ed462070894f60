package dev.linchpin.cli;

// <example>
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.write.WriteOptions;
import dev.linchpin.write.WriteReport;
import java.nio.file.Path;

final class EmbeddingExample {
  static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("Account", "id", PropertyType.UTF8, t -> t.required("balance", PropertyType.INT64))
          .edge("Transfer", "Account", "Account", t -> t.required("amount", PropertyType.INT64))
          .build();

  static Graph create(Path directory) {
    Graph graph = Graph.create(directory, SCHEMA, GraphOptions.DEFAULT);
    graph.mutate(
        write ->
            write.insert(
                "Account", Row.of("id", "ann", "balance", 90), Row.of("id", "bob", "balance", 10)));
    return graph;
  }

  /**
   * Both balances and the transfer change together or not at all, whoever else writes, whatever
   * crashes.
   */
  static long transfer(Graph graph, String from, String to, long amount) {
    WriteReport<Void> report =
        graph.mutate(
            WriteOptions.DEFAULT.as("bank"),
            write -> {
              Row source = write.get("Account", from).orElseThrow();
              Row target = write.get("Account", to).orElseThrow();
              write.upsert(
                  "Account",
                  source.with("balance", source.integer("balance").orElseThrow() - amount),
                  target.with("balance", target.integer("balance").orElseThrow() + amount));
              write.insert("Transfer", Row.of("from", from, "to", to, "amount", amount));
              return null;
            });
    return report.manifestVersion();
  }

  static long balance(Graph graph, long manifestVersion, String account) {
    try (Snapshot then = graph.snapshotAt(manifestVersion)) {
      return then.get("Account", account).orElseThrow().integer("balance").orElseThrow();
    }
  }
}
// </example>
