package dev.linchpin.faultinjection.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static ChildImage image;

  /** What the children do. */
  public static final class Echo {
    private Echo() {}

    /**
     * Echoes one byte of input, then ends.
     *
     * @param arguments the exit code
     * @throws IOException if input fails
     */
    public static void main(String[] arguments) throws IOException {
      System.out.println("ready in " + System.getProperty("java.io.tmpdir"));
      System.out.println("got " + (char) System.in.read());
      ended(Integer.parseInt(arguments[0]));
    }

    static void ended(int code) {
      System.exit(code);
    }
  }

  /** A harness that is ended while its child is stopped. */
  public static final class Interrupted {
    private Interrupted() {}

    /**
     * Stops a child and ends without closing it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
      ChildJvm child = ChildJvm.launch(ChildImage.prepare(), Echo.class, "0").start();
      child.awaitLine(line -> line.startsWith("ready"), PATIENCE);
      child.stop();
      System.out.println("left " + child.pid() + " " + child.directory());
      System.exit(0);
    }
  }

  @BeforeAll
  static void prepare() {
    image = ChildImage.prepare();
  }

  @AfterAll
  static void close() {
    image.close();
  }

  @Test
  void aChildIsTalkedToAndItsExitCodeIsItsOwn() {
    try (ChildJvm child = ChildJvm.launch(image, Echo.class, "7").start()) {
      child.awaitLine(line -> line.startsWith("ready"), PATIENCE);
      child.send("x");

      assertThat(child.awaitExit(PATIENCE)).isEqualTo(7);
      assertThat(child.lines()).endsWith("got x");
    }
  }

  @Test
  void aKilledChildHasTheExitCodeOfSignalNineAndLeavesNothingBehind() {
    Path directory;
    try (ChildJvm child = ChildJvm.launch(image, Echo.class, "0").start()) {
      String ready = child.awaitLine(line -> line.startsWith("ready"), PATIENCE);
      directory = child.directory();
      assertThat(ready).isEqualTo("ready in " + directory);
      child.kill();

      assertThat(child.awaitExit(PATIENCE)).isEqualTo(137);
      assertThat(directory).exists();
    }
    assertThat(directory).doesNotExist();
  }

  @Test
  void aRuleHaltsTheChildWhereItSays() {
    String script =
        String.join(
            "\n",
            "RULE die",
            "CLASS " + Echo.class.getName(),
            "METHOD ended",
            "AT ENTRY",
            "IF TRUE",
            "DO killJVM(137)",
            "ENDRULE",
            "");
    try (ChildJvm child = ChildJvm.launch(image, Echo.class, "0").script(script).start()) {
      child.send("y");

      assertThat(child.awaitExit(PATIENCE)).isEqualTo(137);
      assertThat(child.lines()).endsWith("got y");
    }
  }

  @Test
  void waitingForALineThatNeverComesFailsWithTheOutputInHand() {
    try (ChildJvm child = ChildJvm.launch(image, Echo.class, "0").start()) {
      child.send("z");

      assertThatThrownBy(() -> child.awaitLine("never"::equals, PATIENCE))
          .hasMessageContaining("ended")
          .hasMessageContaining("got z");
    }
  }

  @Test
  void aStoppedChildDoesNothingUntilItIsResumed() {
    try (ChildJvm child = ChildJvm.launch(image, Echo.class, "7").start()) {
      child.awaitLine(line -> line.startsWith("ready"), PATIENCE);
      child.stop();
      child.send("x");

      assertThat(child.isAlive()).isTrue();
      assertThat(child.lines()).noneMatch(line -> line.startsWith("got"));
      child.resume();
      assertThat(child.awaitExit(PATIENCE)).isEqualTo(7);
      assertThat(child.lines()).endsWith("got x");
    }
  }

  @Test
  void aHarnessThatIsEndedLeavesNeitherAStoppedChildNorItsDirectory() {
    try (ChildJvm harness = ChildJvm.launch(image, Interrupted.class).start()) {
      String[] left = harness.awaitLine(line -> line.startsWith("left"), PATIENCE).split(" ");

      assertThat(harness.awaitExit(PATIENCE)).isZero();
      assertThat(ProcessHandle.of(Long.parseLong(left[1])).filter(ProcessHandle::isAlive))
          .isEmpty();
      assertThat(Path.of(left[2])).doesNotExist();
      assertThat(Path.of(left[2]).getParent()).doesNotExist();
    }
  }
}
