package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Three long-lived processes: starting one takes a second, what it then does for a case a fraction.
 * They share nothing but graphs, and each case has a graph of its own.
 */
final class Crew implements AutoCloseable {
  static final int SIZE = 3;

  private final Stage stage;
  private final List<String> sabotage;
  private final List<WorkerJvm> workers = new ArrayList<>();

  /**
   * A crew, not started yet.
   *
   * @param stage what children share
   * @param sabotage rules for each worker that break the product on purpose; empty in earnest
   */
  Crew(Stage stage, List<String> sabotage) {
    this.stage = stage;
    this.sabotage = sabotage.isEmpty() ? List.of("", "", "") : sabotage;
    for (int i = 0; i < SIZE; i++) {
      workers.add(null);
    }
  }

  Crew(Stage stage) {
    this(stage, List.of());
  }

  /** The worker of a place; a new one if the last is dead. */
  synchronized WorkerJvm worker(int place) {
    WorkerJvm worker = workers.get(place);
    if (worker == null || !worker.alive()) {
      dismiss(place);
      worker = WorkerJvm.start(stage, sabotage.get(place));
      workers.set(place, worker);
    }
    return worker;
  }

  /** Ends a worker that may be in the middle of something; its place is filled when needed. */
  synchronized void dismiss(int place) {
    WorkerJvm worker = workers.get(place);
    workers.set(place, null);
    if (worker != null) {
      worker.close();
    }
  }

  /** Before a case. */
  void refresh() {
    for (int place = 0; place < SIZE; place++) {
      WorkerJvm worker = workers.get(place);
      if (worker != null && worker.worn()) {
        dismiss(place);
      }
    }
  }

  /** After a case that went wrong: nobody knows what its workers are doing. */
  void dismissAll() {
    for (int place = 0; place < SIZE; place++) {
      dismiss(place);
    }
  }

  @Override
  public void close() {
    dismissAll();
  }
}
