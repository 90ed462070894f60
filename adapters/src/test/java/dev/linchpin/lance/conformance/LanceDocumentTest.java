package dev.linchpin.lance.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/lance.md} says which test holds which fact; this holds it to that. */
class LanceDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "lance.md");
  private static final Path SOURCES = Path.of("src", "test", "java");

  /** A test class with or without a method, or a method of the class named before it. */
  private static final Pattern MENTION =
      Pattern.compile("`(?:([A-Z]\\w+Test)(?:\\.(\\w+))?|([a-z]\\w*[A-Z]\\w*[A-Z]\\w*[A-Z]\\w*))`");

  @Test
  void everyTestThatTheDocumentNamesExists() throws Exception {
    String owner = null;
    int methods = 0;
    for (MatchResult mention : mentions()) {
      owner = mention.group(1) != null ? mention.group(1) : owner;
      Class<?> named = Class.forName(getClass().getPackageName() + "." + owner);
      String method = mention.group(2) != null ? mention.group(2) : mention.group(3);
      if (method != null) {
        methods++;
        assertThat(Arrays.stream(named.getDeclaredMethods()).map(m -> m.getName()))
            .as("methods of %s", owner)
            .contains(method);
      }
    }
    assertThat(methods).as("named methods").isGreaterThan(40);
  }

  @Test
  void everyConformanceTestIsNamedInTheDocument() throws Exception {
    Set<String> named =
        mentions().stream()
            .map(mention -> mention.group(1))
            .filter(name -> name != null)
            .collect(Collectors.toCollection(TreeSet::new));
    Path directory = SOURCES.resolve(getClass().getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString().replace(".java", ""))
                  .filter(name -> name.endsWith("Test"))
                  .filter(name -> !name.equals(getClass().getSimpleName())))
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  private static List<MatchResult> mentions() throws IOException {
    return MENTION.matcher(Files.readString(DOCUMENT)).results().toList();
  }
}
