package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.Recording;
import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.zombie.Play.Task;
import dev.linchpin.faultinjection.zombie.WorkerJvm.Answer;
import dev.linchpin.write.WriteOptions.OnConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes scenes, and finds the points that a process passes in them. */
final class Scenes {
  private final Stage stage;

  Scenes(Stage stage) {
    this.stage = stage;
  }

  /** A few rows in three tables, a fourth table empty; nobody has died. */
  Scene founded() {
    Prepared prepared = stage.prepare(Scenarios.named("one-insert"));
    return new Scene(
        prepared.graph(),
        prepared.traces(),
        prepared.contents(),
        prepared.before().manifest().orElseThrow(),
        List.of(),
        Map.of());
  }

  /** A writer was killed, and nobody has come along yet. */
  Scene killed(Crew crew, Deed deed, String pointId) {
    Scene founded = founded();
    List<Task> tasks = writer("dead", deed, OnConflict.RESTART);
    CrashPoint point =
        record(crew, founded, tasks).stream()
            .filter(candidate -> candidate.id().equals(pointId))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no point " + pointId));
    Play play = new Play(stage, founded);
    WorkerJvm victim = crew.worker(0);
    victim.armAt(point);
    for (Task task : tasks) {
      play.send(victim, task);
      Answer answer = victim.answer();
      if (answer.halted()) {
        play.kill(victim);
        answer = victim.answer();
      }
      play.note(task, answer);
    }
    if (victim.alive()) {
      throw new IllegalStateException("the writer was not killed at " + pointId);
    }
    play.foresee();
    return play.asScene();
  }

  static List<Task> writer(String label, Deed deed, OnConflict onConflict) {
    return List.of(new Task.Open(label + ".open", label), new Task.Write(label, deed, onConflict));
  }

  static List<Task> recoverer(String label) {
    return List.of(new Task.Open(label + ".open", label), new Task.Recover(label));
  }

  /** The points that a process passes that nobody disturbs, in order. */
  List<CrashPoint> record(Crew crew, Scene scene, List<Task> tasks) {
    WorkerJvm worker = crew.worker(0);
    List<String> lines = new ArrayList<>();
    try (Play play = new Play(stage, scene)) {
      worker.ask("record").expect("RECORDING");
      for (Task task : tasks) {
        play.send(worker, task);
        Answer answer = worker.answer();
        for (; answer.text().startsWith("reached\t"); answer = worker.answer()) {
          lines.add(answer.text());
        }
        if (answer.gone() || answer.word().equals("FAILED")) {
          throw new IllegalStateException(task + " ended with " + answer.text());
        }
      }
      worker.ask("go-on").expect("DISARMED");
      Trees.delete(play.traces().directory());
    }
    return Recording.points(lines, stage.methods());
  }
}
