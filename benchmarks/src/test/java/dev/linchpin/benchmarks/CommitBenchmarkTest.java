package dev.linchpin.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.TimeValue;

/** The benchmark runs and its evidence can be read; how fast anything is, no test says. */
class CommitBenchmarkTest {
  @Test
  void oneShortRunYieldsARatioForOneAndForFourTables(@TempDir Path directory) throws Exception {
    Map<String, Map<String, Double>> medians = Main.measure(0, 0, 1, TimeValue.milliseconds(300));
    assertThat(medians).containsOnlyKeys("1", "4");
    Path evidence = directory.resolve("evidence").resolve("benchmarks.json");
    Main.write(evidence, medians);
    JsonNode results = new ObjectMapper().readTree(evidence.toFile()).get("results");
    assertThat(results).hasSize(2).allMatch(result -> result.get("ratio").asDouble() > 0);
  }
}
