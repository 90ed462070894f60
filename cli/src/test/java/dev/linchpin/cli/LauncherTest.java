package dev.linchpin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher says when it cannot start; whether it can is for those who run it. */
class LauncherTest {
  private static final Path LAUNCHER = Path.of("").toAbsolutePath().resolveSibling("linchpin");

  @TempDir Path temporary;
  private Path tree;
  private Path tools;

  @BeforeEach
  void aTreeWithSpacesInItsPathAndToolsOfOurOwn() throws IOException {
    tree = Files.createDirectories(temporary.resolve("a tree"));
    Files.copy(LAUNCHER, tree.resolve("linchpin"));
    tools = Files.createDirectories(temporary.resolve("tools"));
    for (String tool : List.of("sed", "dirname", "find", "head", "tr", "mkdir", "grep", "cat")) {
      for (String place : List.of("/bin/", "/usr/bin/")) {
        if (Files.exists(Path.of(place + tool))) {
          script(tool, "exec " + place + tool + " \"$@\"");
        }
      }
    }
  }

  @Test
  void withoutJavaItSaysWhatToInstall() throws Exception {
    Result result = launch(Map.of());
    assertThat(result.status()).isEqualTo(ExitStatus.UNEXPECTED);
    assertThat(result.output()).contains("no java on the PATH").contains("17 or newer");
  }

  @Test
  void aJavaHomeWithoutJavaIsNamed() throws Exception {
    Result result = launch(Map.of("JAVA_HOME", temporary.resolve("nowhere").toString()));
    assertThat(result.status()).isEqualTo(ExitStatus.UNEXPECTED);
    assertThat(result.output()).contains("JAVA_HOME is " + temporary.resolve("nowhere"));
  }

  @Test
  void aJavaThatIsTooOldIsRefusedWithItsVersion() throws Exception {
    script("java", "echo '    java.specification.version = 11' >&2");
    assertThat(launch(Map.of()).output()).contains("is Java 11. A JDK 17 or newer is needed");
    script("java", "echo '    java.specification.version = 1.8' >&2");
    assertThat(launch(Map.of()).output()).contains("is older than Java 17");
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    script("java", "echo '    java.specification.version = 17' >&2");
    Result result = launch(Map.of());
    assertThat(result.status()).isEqualTo(ExitStatus.UNEXPECTED);
    assertThat(result.output()).contains("no mvn on the PATH").contains("Maven 3.8 or newer");
  }

  @Test
  void aFailedBuildShowsItsErrorsAndIsNotTakenForABuild() throws Exception {
    script("java", "echo '    java.specification.version = 17' >&2");
    script(
        "mvn",
        "echo '[INFO] Building Linchpin core: the protocol 0.1 [2/6]'; echo '[ERROR] no such symbol'; exit 1");
    for (int attempt = 1; attempt <= 2; attempt++) {
      Result result = launch(Map.of());
      assertThat(result.status()).isEqualTo(ExitStatus.UNEXPECTED);
      assertThat(result.output())
          .contains("first run in this tree")
          .contains("building Linchpin core: the protocol 0.1 [2/6]")
          .contains("[ERROR] no such symbol")
          .contains("the build failed");
    }
  }

  private void script(String name, String body) throws IOException {
    Path file = tools.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private record Result(int status, String output) {}

  private Result launch(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", tree.resolve("linchpin").toString(), "log");
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PATH", tools.toString());
    Process process = builder.redirectErrorStream(true).directory(temporary.toFile()).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }
}
