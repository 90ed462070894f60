package dev.linchpin.cli;

import java.nio.file.Path;

/** Where the source tree is that this command runs out of. */
final class Home {
  private Home() {}

  /** The launcher says it; without the launcher, the working directory. */
  static Path directory() {
    return Path.of(System.getProperty("linchpin.home", "")).toAbsolutePath();
  }
}
