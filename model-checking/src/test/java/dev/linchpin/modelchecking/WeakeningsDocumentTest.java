package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of weakened models in the documentation is the set of those that there are. */
class WeakeningsDocumentTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| (weak-[a-z-]+) \\|.*\\| (\\w+) \\| \\d+ \\|$", Pattern.MULTILINE);
  private static final Pattern PROPERTY =
      Pattern.compile("^(?:PROPERTY|INVARIANT) +(\\w+)", Pattern.MULTILINE);

  static Map<String, String> configurations() throws IOException {
    Map<String, String> properties = new TreeMap<>();
    try (Stream<Path> files = Files.list(Path.of("models"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("weak-")) {
          Matcher property = PROPERTY.matcher(Files.readString(file));
          assertThat(property.find()).as(name).isTrue();
          properties.put(name.replace(".cfg", ""), property.group(1));
        }
      }
    }
    return properties;
  }

  static Stream<String> names() throws IOException {
    return configurations().keySet().stream();
  }

  @Test
  void everyWeakenedModelIsListedWithThePropertyThatItBreaks() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "weakenings.md")));
    while (row.find()) {
      listed.put(row.group(1), row.group(2));
    }
    assertThat(listed).isEqualTo(configurations());
  }

  /** All of them, on demand: {@code -Dlinchpin.weakened=all}; some are run in every build. */
  @ParameterizedTest
  @MethodSource("names")
  void aWeakenedModelThatPassesIsADefect(String name) throws Exception {
    assumeTrue("all".equals(System.getProperty("linchpin.weakened")), "on demand");

    String property = configurations().get(name);
    RunReport report = ModelCheck.run(ModelRun.mustFail(name), ProgressListener.SILENT);

    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Violated.class,
            violated -> assertThat(violated.property()).isEqualTo(property));
  }
}
