package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.faultinjection.scenario.Deed.Kind;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.faultinjection.zombie.Play.Task;
import dev.linchpin.faultinjection.zombie.WorkerJvm.Answer;
import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.util.ArrayList;
import java.util.List;

/** Runs cases: a process is stopped or two meet, another comes along, then a last one; verdict. */
final class ZombieRunner {
  private final Stage stage;
  private final TraceKeeping keeping;

  ZombieRunner(Stage stage, TraceKeeping keeping) {
    this.stage = stage;
    this.keeping = keeping;
  }

  ZombieResult run(Crew crew, ZombieCell cell) {
    long began = System.nanoTime();
    crew.refresh();
    Play play = new Play(stage, cell.scene());
    boolean passed = false;
    String told = "";
    List<String> found = new ArrayList<>();
    Status status = Status.ERROR;
    try {
      if (cell.race()) {
        race(crew, cell, play);
      } else {
        stopped(crew, cell, play);
      }
      found.addAll(play.close(crew.worker(2)));
      found.addAll(keeping.judge().judge(play.traces().directory()));
      told = told(play);
      passed = found.isEmpty();
      status = passed ? Status.PASSED : Status.FAILED;
    } catch (RuntimeException e) {
      found.add(e.toString());
    } finally {
      if (!passed) {
        crew.dismissAll();
      }
      play.close();
      keeping.end(play.traces().directory(), cell.name(), passed);
    }
    return new ZombieResult(
        cell.group(),
        cell.name(),
        cell.point().place(),
        status,
        told,
        found,
        (System.nanoTime() - began) / 1_000_000,
        "./linchpin zombies --point '" + cell.name() + "'");
  }

  private static String told(Play play) {
    return play.told().stream()
        .filter(call -> call.label().equals("zombie"))
        .map(Told::word)
        .findFirst()
        .orElse("");
  }

  private void stopped(Crew crew, ZombieCell cell, Play play) {
    WorkerJvm zombie = crew.worker(0);
    zombie.armAt(cell.point());
    boolean reached = false;
    for (Task task : cell.tasks()) {
      play.send(zombie, task);
      Answer answer = zombie.answer();
      if (answer.halted()) {
        if (!answer.point().equals(WorkerJvm.line(cell.point()))) {
          throw new IllegalStateException("stopped elsewhere: " + answer.text());
        }
        reached = true;
        play.stop(zombie);
        zombie.go(); // hears of it when it is resumed
        play.foresee();
        interlude(crew.worker(1), cell, play);
        play.resume(zombie);
        answer = zombie.answer();
      }
      play.note(task, answer);
      if (answer.halted() || answer.gone()) {
        throw new IllegalStateException(task + " did not end: " + answer.text());
      }
    }
    if (!reached) {
      throw new IllegalStateException("never came to " + cell.point().id());
    }
  }

  private static void interlude(WorkerJvm other, ZombieCell cell, Play play) {
    play.perform(other, new Task.Open("other.open", "other"));
    switch (cell.interlude()) {
      case WRITES_EVERYWHERE -> {
        play.succeed(other, new Task.Write("other", new Deed(Kind.EVERYWHERE, "other")));
        play.succeed(other, new Task.Write("other2", new Deed(Kind.BIRTHDAY, "bob")));
      }
      case READS_PERSONS ->
          play.succeed(other, new Task.Write("other", new Deed(Kind.CENSUS, "other")));
    }
  }

  /** Two processes do the same, and wait for each other at one point. */
  private void race(Crew crew, ZombieCell cell, Play play) {
    List<WorkerJvm> racers = List.of(crew.worker(0), crew.worker(1));
    racers.forEach(racer -> racer.armAt(cell.point()));
    boolean met = false;
    for (Task task : cell.tasks()) {
      List<Task> own = List.of(of(task, 1), of(task, 2));
      for (int i = 0; i < racers.size(); i++) {
        play.send(racers.get(i), own.get(i));
      }
      List<Answer> answers = new ArrayList<>();
      for (WorkerJvm racer : racers) {
        answers.add(racer.answer());
      }
      for (int i = 0; i < racers.size(); i++) {
        if (answers.get(i).halted()) {
          met = true;
          racers.get(i).go();
        }
      }
      for (int i = 0; i < racers.size(); i++) {
        Answer end = answers.get(i).halted() ? racers.get(i).answer() : answers.get(i);
        play.note(own.get(i), end);
        if (end.halted() || end.gone()) {
          throw new IllegalStateException(own.get(i) + " did not end: " + end.text());
        }
      }
    }
    racers.forEach(racer -> racer.disarm());
    if (!met) {
      throw new IllegalStateException("neither came to " + cell.point().id());
    }
  }

  private static Task of(Task task, int racer) {
    if (task instanceof Task.Open open) {
      return new Task.Open(open.label() + racer, open.role() + racer);
    } else if (task instanceof Task.Write write) {
      Deed deed = new Deed(write.deed().kind(), write.deed().tag() + racer);
      return new Task.Write(write.label() + racer, deed, write.onConflict());
    }
    return new Task.Recover(((Task.Recover) task).label() + racer);
  }
}
