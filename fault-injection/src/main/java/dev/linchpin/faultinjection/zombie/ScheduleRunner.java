package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.faultinjection.zombie.Play.Task;
import dev.linchpin.faultinjection.zombie.Schedule.Act;
import dev.linchpin.faultinjection.zombie.Schedule.Disturbance;
import dev.linchpin.faultinjection.zombie.Schedule.Step;
import dev.linchpin.faultinjection.zombie.WorkerJvm.Answer;
import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Runs schedules: a thread for each process, which does with it what its program says. */
final class ScheduleRunner {
  private final Stage stage;
  private final Scene scene;
  private final TraceKeeping keeping;

  ScheduleRunner(Stage stage, Scene scene, TraceKeeping keeping) {
    this.stage = stage;
    this.scene = scene;
    this.keeping = keeping;
  }

  ZombieResult run(Crew crew, Schedule schedule) {
    long began = System.nanoTime();
    crew.refresh();
    Play play = new Play(stage, scene);
    ConcurrentLinkedQueue<String> happened = new ConcurrentLinkedQueue<>();
    List<String> found = new ArrayList<>();
    Status status = Status.ERROR;
    String name = "schedule-" + schedule.seed();
    try {
      perform(crew, schedule, play, happened);
      found.addAll(play.close(crew.worker(Crew.SIZE - 1)));
      found.addAll(keeping.judge().judge(play.traces().directory()));
      status = found.isEmpty() ? Status.PASSED : Status.FAILED;
    } catch (RuntimeException e) {
      found.add(e.toString());
    } finally {
      if (status != Status.PASSED) {
        crew.dismissAll();
        found.add(schedule + "\n" + String.join("\n", happened) + "\n" + told(play));
      }
      play.close();
      keeping.end(play.traces().directory(), name, status == Status.PASSED);
    }
    return new ZombieResult(
        "schedule",
        name,
        String.join("; ", happened),
        status,
        String.join(" ", play.told().stream().map(Told::word).toList()),
        found,
        (System.nanoTime() - began) / 1_000_000,
        "./linchpin schedules --count 1 --seed " + schedule.seed());
  }

  private static String told(Play play) {
    return String.join("\n", play.told().stream().map(Told::toString).toList());
  }

  private static void perform(
      Crew crew, Schedule schedule, Play play, ConcurrentLinkedQueue<String> happened) {
    Floor floor = new Floor(schedule.programs().size());
    ConcurrentLinkedQueue<RuntimeException> errors = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int place = 0; place < schedule.programs().size(); place++) {
      Process process = new Process(crew, place, play, floor, happened);
      List<Step> program = schedule.programs().get(place);
      Thread thread =
          new Thread(
              () -> {
                try {
                  process.run(program);
                } catch (RuntimeException e) {
                  errors.add(e);
                } finally {
                  floor.left();
                }
              },
              "p" + place);
      threads.add(thread);
      thread.start();
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a schedule was running", e);
    }
    RuntimeException error = errors.poll();
    if (error != null) {
      errors.forEach(error::addSuppressed);
      throw error;
    }
  }

  /** One process of a schedule, in whichever JVMs it has one after the other. */
  private static final class Process {
    private final Crew crew;
    private final int place;
    private final Play play;
    private final Floor floor;
    private final ConcurrentLinkedQueue<String> happened;
    private int opened;

    Process(Crew crew, int place, Play play, Floor floor, ConcurrentLinkedQueue<String> happened) {
      this.crew = crew;
      this.place = place;
      this.play = play;
      this.floor = floor;
      this.happened = happened;
    }

    void run(List<Step> program) {
      WorkerJvm worker = open();
      for (Step step : program) {
        if (!worker.alive()) {
          worker = open();
        }
        String label = "p" + place + "." + step.deed().tag();
        write(worker, new Task.Write(label, step.deed(), step.onConflict()), step.disturbance());
        floor.writeEnded();
      }
      if (!worker.alive()) {
        open();
      }
    }

    private WorkerJvm open() {
      WorkerJvm worker = crew.worker(place);
      opened++;
      play.perform(worker, new Task.Open("p" + place + ".open" + opened, "p" + place));
      return worker;
    }

    private void write(WorkerJvm worker, Task.Write write, Disturbance disturbance) {
      if (disturbance instanceof Disturbance.AtPoint at) {
        worker.armAfter(at.points(), at.durableOnly());
      }
      play.send(worker, write);
      if (disturbance instanceof Disturbance.AtTime at) {
        // Any instant will do, so that there is nothing to be waited for.
        LockSupport.parkNanos(at.time().toNanos());
        act(worker, at.act(), "at some time", false);
      }
      Answer answer = worker.answer();
      if (answer.halted() && disturbance instanceof Disturbance.AtPoint at) {
        act(worker, at.act(), "at " + answer.point().replace('\t', ' '), true);
        answer = worker.answer();
      }
      play.note(write, answer);
      if (!answer.gone() && worker.alive() && disturbance instanceof Disturbance.AtPoint) {
        worker.disarm();
      }
    }

    private void act(WorkerJvm worker, Act act, String where, boolean halted) {
      if (act instanceof Act.Kill) {
        play.kill(worker);
        happened.add("killed " + where);
      } else if (act instanceof Act.Stop stop) {
        play.stop(worker);
        happened.add("stopped " + where);
        if (halted) {
          worker.go(); // hears of it when it is resumed
        }
        floor.awaitOthers(stop.othersWrites());
        play.resume(worker);
      }
    }
  }
}
