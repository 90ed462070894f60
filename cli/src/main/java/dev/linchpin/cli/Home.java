package dev.linchpin.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The source tree that this command runs out of. */
final class Home {
  private Home() {}

  /** The launcher says it; without the launcher, the working directory. */
  static Path directory() {
    return Path.of(System.getProperty("linchpin.home", "")).toAbsolutePath();
  }

  /**
   * The tree's commit, for labels: {@code -dirty} if it is changed, {@code unknown} without git.
   */
  static String commit() {
    return git("rev-parse", "HEAD")
        .flatMap(
            head ->
                git("status", "--porcelain")
                    .map(changes -> changes.isEmpty() ? head : head + "-dirty"))
        .orElse("unknown");
  }

  private static Optional<String> git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", directory().toString()));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException noGit) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
