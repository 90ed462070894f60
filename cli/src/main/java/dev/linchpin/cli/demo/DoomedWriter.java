package dev.linchpin.cli.demo;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Row;
import dev.linchpin.write.WriteOptions;
import java.nio.file.Path;
import java.util.List;

/** The child process: one write over two tables, in which it is killed. */
final class DoomedWriter {
  /** What it writes: a new airport, and a route each way. */
  static final Row AIRPORT =
      AirportData.airport("XLP", "Linchpin Field", "Pin City", "NV", 38.8, -116.4);

  static final List<Row> ROUTES =
      List.of(AirportData.route("XLP", "SFO", 12), AirportData.route("SFO", "XLP", 12));

  private DoomedWriter() {}

  /**
   * Writes.
   *
   * @param args the graph's directory
   */
  public static void main(String[] args) {
    try (Graph graph = Graph.open(Path.of(args[0]), GraphOptions.DEFAULT)) {
      graph.mutate(
          WriteOptions.DEFAULT.as("demo-child"),
          write -> {
            write.insert(AirportData.AIRPORT, AIRPORT);
            return write.insert(AirportData.ROUTE, ROUTES);
          });
    }
    System.out.println("acknowledged");
  }
}
