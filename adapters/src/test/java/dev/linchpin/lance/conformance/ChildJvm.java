package dev.linchpin.lance.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second process with the class path of this one. */
final class ChildJvm {
  /** Generous: a child that takes this long hangs. */
  private static final long PATIENCE_SECONDS = 240;

  private final Process process;
  private final Path output;
  private final Path temporary;

  private ChildJvm(Process process, Path output, Path temporary) {
    this.process = process;
    this.output = output;
    this.temporary = temporary;
  }

  /** Starts {@code main}; its temporary files go under {@code directory}. */
  static ChildJvm start(Path directory, Class<?> main, String... arguments) throws IOException {
    // Lance unpacks its native library into java.io.tmpdir, and a child that dies leaves it there.
    Path temporary = Files.createTempDirectory(directory, "child-");
    Path output = temporary.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-XX:ErrorFile=" + temporary.resolve("hs_err.log"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx256m");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ChildJvm(process, output, temporary);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end. */
  Result await() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("the child did not end: " + Files.readString(output));
    }
    Result result = new Result(process.exitValue(), Files.readString(output));
    LanceLab.deleteTree(temporary);
    return result;
  }

  /**
   * How it ended.
   *
   * @param exitCode 128 + signal number if it was killed
   * @param output both streams
   */
  record Result(int exitCode, String output) {}
}
