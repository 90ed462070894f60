package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A {@link Worker} as its harness sees it. For one thread at a time, but for the signals. */
final class WorkerJvm implements AutoCloseable {
  private static final Duration PATIENCE = Stage.PATIENCE;

  private final ChildJvm child;
  private int command;
  private int answers;
  private int graphs;

  private WorkerJvm(ChildJvm child) {
    this.child = child;
  }

  /**
   * Starts one; it steers past every point until it is told otherwise.
   *
   * @param stage what children share
   * @param sabotage rules that break the product on purpose; none in earnest
   * @return the worker
   */
  static WorkerJvm start(Stage stage, String sabotage) {
    String script = sabotage + PointScript.steering(stage.methods());
    return new WorkerJvm(ChildJvm.launch(stage.image(), Worker.class).script(script).start());
  }

  /**
   * What a worker says.
   *
   * @param halted it is at a point and waits to be told to go on; there will be more answers
   * @param gone it is dead
   * @param text what it says
   */
  record Answer(boolean halted, boolean gone, String text) {
    /** The point at which it is halted, as a line of a recording. */
    String point() {
      return text.substring("halted\t".length());
    }

    String word() {
      return text.split(" ", 2)[0];
    }

    Answer expect(String word) {
      if (halted || gone || !word().equals(word)) {
        throw new IllegalStateException("expected " + word + ", the worker says: " + text);
      }
      return this;
    }
  }

  /** The line of a recording, without its first word, that stands for a point. */
  static String line(CrashPoint point) {
    return String.join(
        "\t",
        point.action(),
        point.method().key(),
        point.moment().text(),
        Integer.toString(point.hit()));
  }

  void send(String... words) {
    command++;
    answers = 0;
    if (words[0].equals("open")) {
      graphs++;
    }
    child.send(command + "\t" + String.join("\t", words));
  }

  /** The next answer to the last command. */
  Answer answer() {
    String prefix = command + "." + answers + " ";
    Optional<String> line =
        child.awaitLineOrEnd(candidate -> candidate.startsWith(prefix), PATIENCE);
    answers++;
    return line.map(found -> found.substring(prefix.length()))
        .map(text -> new Answer(text.startsWith("halted\t"), false, text))
        .orElseGet(() -> new Answer(false, true, "(dead)\n" + tail()));
  }

  private String tail() {
    List<String> lines = child.lines();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }

  Answer ask(String... words) {
    send(words);
    return answer();
  }

  void armAt(CrashPoint point) {
    ask("halt-at", point.method().key(), point.moment().text(), Integer.toString(point.hit()))
        .expect("ARMED");
  }

  void armAfter(int points, boolean durableOnly) {
    ask("halt-after", Integer.toString(points), Boolean.toString(durableOnly)).expect("ARMED");
  }

  void disarm() {
    ask("go-on").expect("DISARMED");
  }

  /** Tells a halted worker to go on; if it is stopped, it does so when it is resumed. */
  void go() {
    child.send("GO");
  }

  void stop() {
    child.stop();
  }

  void resume() {
    child.resume();
  }

  void kill() {
    child.kill();
  }

  boolean alive() {
    return child.isAlive();
  }

  /** Each graph keeps a lock file open for the life of its process. */
  boolean worn() {
    return graphs >= 200;
  }

  @Override
  public void close() {
    child.close();
  }
}
