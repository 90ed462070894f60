package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documents say is held against what there is. */
class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path README = ROOT.resolve("README.md");

  @TempDir Path directory;

  @Test
  void theReadmesExampleIsTheCompiledOne() throws IOException {
    String source =
        Files.readString(
            Path.of("src", "test", "java", "dev", "linchpin", "cli", "EmbeddingExample.java"));
    String example =
        source.substring(
            source.indexOf("// <example>\n") + "// <example>\n".length(),
            source.indexOf("// </example>"));
    assertThat(Files.readString(README)).contains("```java\n" + example + "```");
  }

  @Test
  void theExampleDoesWhatTheReadmeSays() {
    try (Graph graph = EmbeddingExample.create(directory.resolve("bank"))) {
      long before = graph.snapshot().version();
      long after = EmbeddingExample.transfer(graph, "ann", "bob", 40);
      assertThat(EmbeddingExample.balance(graph, before, "ann")).isEqualTo(90);
      assertThat(EmbeddingExample.balance(graph, after, "ann")).isEqualTo(50);
      assertThat(EmbeddingExample.balance(graph, after, "bob")).isEqualTo(50);
    }
  }

  @Test
  void theReadmeNamesEveryExitStatusOfATypedError() throws IOException {
    String readme = Files.readString(README);
    for (Map.Entry<?, Integer> entry : ExitStatus.OF_ERROR.entrySet()) {
      String name = ((Class<?>) entry.getKey()).getSimpleName().replace("Exception", "");
      assertThat(readme).contains("| " + entry.getValue() + " | `" + name + "`");
    }
  }

  @Test
  void everyLinkBetweenDocumentsLeadsToAFile() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(README));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    Pattern link = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");
    int links = 0;
    for (Path document : documents) {
      Matcher matcher = link.matcher(Files.readString(document));
      while (matcher.find()) {
        links++;
        assertThat(document.getParent().resolve(matcher.group(1)).normalize())
            .as("a link of %s", document)
            .exists();
      }
    }
    assertThat(links).isPositive();
  }
}
