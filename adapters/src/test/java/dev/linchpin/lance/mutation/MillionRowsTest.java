package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MillionRowsTest {
  private static final long MINUTES = 5;

  @Test
  void aMillionNodesAndAMillionEdgesWithEveryCheckFitAHeapOf512Megabytes(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output.txt");
    Process child =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    // A million rows in boxed keys would die here rather than crawl.
                    "-XX:+ExitOnOutOfMemoryError",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp")),
                    "-cp",
                    classPath(),
                    MillionRowsMain.class.getName()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(child.waitFor(MINUTES, TimeUnit.MINUTES))
          .as("within %s minutes", MINUTES)
          .isTrue();
    } finally {
      child.destroyForcibly();
    }
    String said = Files.readString(output);
    System.out.println(said);
    assertThat(child.exitValue()).as(said).isZero();
    assertThat(said).contains("done with a heap of 512 MB");
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
