package dev.linchpin.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the commit benchmark and prints medians and their ratios, all of one run on one machine. */
public final class Main {
  private Main() {}

  /**
   * Runs it.
   *
   * @param args the number of measured iterations (default 5), and where the evidence goes (default
   *     {@code target/evidence/benchmarks.json})
   * @throws RunnerException if JMH fails
   * @throws IOException if the evidence cannot be written
   */
  public static void main(String[] args) throws RunnerException, IOException {
    int iterations = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Path evidence = Path.of(args.length > 1 ? args[1] : "target/evidence/benchmarks.json");
    Map<String, Map<String, Double>> medians = measure(1, 2, iterations, TimeValue.seconds(2));
    write(evidence, medians);
    System.out.printf("%n%-8s%16s%16s%10s%n", "tables", "Linchpin p50", "bare Lance p50", "ratio");
    medians.forEach(
        (tables, of) ->
            System.out.printf(
                "%-8s%13.2f ms%13.2f ms%10.2f%n",
                tables, of.get("linchpin"), of.get("bareLance"), ratio(of)));
    System.out.println("evidence: " + evidence);
  }

  /**
   * Measures.
   *
   * @return by number of tables, the median of each benchmark in milliseconds
   */
  static Map<String, Map<String, Double>> measure(
      int forks, int warmups, int iterations, TimeValue time) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(CommitBenchmark.class.getName())
            .forks(forks)
            .jvmArgsAppend("--add-opens=java.base/java.nio=ALL-UNNAMED")
            .warmupIterations(warmups)
            .warmupTime(time)
            .measurementIterations(iterations)
            .measurementTime(time)
            .shouldFailOnError(true)
            .build();
    return medians(new Runner(options).run());
  }

  private static double ratio(Map<String, Double> medians) {
    return medians.get("linchpin") / medians.get("bareLance");
  }

  private static Map<String, Map<String, Double>> medians(Collection<RunResult> results) {
    Map<String, Map<String, Double>> medians = new TreeMap<>();
    for (RunResult result : results) {
      String method = result.getParams().getBenchmark();
      medians
          .computeIfAbsent(result.getParams().getParam("tables"), tables -> new TreeMap<>())
          .put(
              method.substring(method.lastIndexOf('.') + 1),
              result.getPrimaryResult().getStatistics().getPercentile(50));
    }
    return medians;
  }

  static void write(Path evidence, Map<String, Map<String, Double>> medians) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode root = json.createObjectNode();
    root.put("benchmark", "commit, one row into each table, median of samples, milliseconds");
    root.put("java", System.getProperty("java.version"));
    root.put("processors", Runtime.getRuntime().availableProcessors());
    ArrayNode rows = root.putArray("results");
    medians.forEach(
        (tables, of) ->
            rows.addObject()
                .put("tables", Integer.parseInt(tables))
                .put("linchpin", of.get("linchpin"))
                .put("bareLance", of.get("bareLance"))
                .put("ratio", ratio(of)));
    Files.createDirectories(evidence.toAbsolutePath().getParent());
    json.writerWithDefaultPrettyPrinter().writeValue(evidence.toFile(), root);
  }
}
