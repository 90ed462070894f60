package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.trace.CaseTraces;
import dev.linchpin.faultinjection.trace.CaseTraces.Interference;
import dev.linchpin.faultinjection.witness.History;
import dev.linchpin.faultinjection.witness.HistoryReader;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.SidecarSeen;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.faultinjection.zombie.HistoryJudge.CaseRecord;
import dev.linchpin.faultinjection.zombie.HistoryJudge.Fate;
import dev.linchpin.faultinjection.zombie.WorkerJvm.Answer;
import dev.linchpin.write.WriteOptions.OnConflict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One case in progress: a graph of its own, its traces, and what has been told so far. Safe for
 * many threads, each with a worker of its own.
 */
final class Play implements AutoCloseable {
  /** Everybody is impatient: whoever is overtaken alive is the one to look at. */
  static final Duration COURTESY = Duration.ofMillis(40);

  private final Scene scene;
  private final Path graph;
  private final CaseTraces traces;
  private final List<Told> told;
  private final Map<String, Fate> fates;
  private final List<String> found = new ArrayList<>();
  private final Map<WorkerJvm, Path> files = new HashMap<>();

  Play(Stage stage, Scene scene) {
    this.scene = scene;
    this.graph = stage.fresh();
    this.traces = CaseTraces.continuing(scene.traces(), stage.fresh());
    this.told = new ArrayList<>(scene.told());
    this.fates = new HashMap<>(scene.fates());
    Trees.copy(scene.graph(), graph);
  }

  /** Something that a worker is asked to do. */
  sealed interface Task {
    /** Open the graph, as a role; the recovery barrier runs. */
    record Open(String label, String role) implements Task {}

    /** Write. */
    record Write(String label, Deed deed, OnConflict onConflict) implements Task {
      Write(String label, Deed deed) {
        this(label, deed, OnConflict.RESTART);
      }
    }

    /** Recover. */
    record Recover(String label) implements Task {}
  }

  void send(WorkerJvm worker, Task task) {
    if (task instanceof Task.Open open) {
      Path file = file(worker, open.role());
      worker.send("open", open.label(), graph.toString(), file.toString());
    } else if (task instanceof Task.Write write) {
      String courtesy = Long.toString(COURTESY.toMillis());
      worker.send(
          "write", write.label(), write.deed().toString(), courtesy, write.onConflict().name());
    } else if (task instanceof Task.Recover recover) {
      worker.send("recover", recover.label());
    }
  }

  /** Takes down what the caller was told at the end of a task. */
  synchronized void note(Task task, Answer answer) {
    if (task instanceof Task.Write write) {
      told.add(Told.of(write.label(), write.deed(), answer));
    } else if (!answer.gone()
        && !answer.word().equals(task instanceof Task.Open ? "OPENED" : "RECOVERED")) {
      found.add(task + " ended with " + answer.text());
    }
  }

  /** A task from its beginning to its end, by a worker that nobody disturbs. */
  Answer perform(WorkerJvm worker, Task task) {
    send(worker, task);
    Answer answer = worker.answer();
    note(task, answer);
    if (answer.halted() || answer.gone()) {
      throw new IllegalStateException(task + " did not end: " + answer.text());
    }
    return answer;
  }

  /** A write that must succeed. */
  void succeed(WorkerJvm worker, Task.Write write) {
    Answer answer = perform(worker, write);
    if (!answer.word().equals("ACK")) {
      synchronized (this) {
        found.add("undisturbed, and yet no success: " + write + ": " + answer.text());
      }
    }
  }

  private synchronized Path file(WorkerJvm worker, String role) {
    return files.computeIfAbsent(worker, any -> traces.next(role));
  }

  private synchronized Path file(WorkerJvm worker) {
    return files.get(worker);
  }

  void stop(WorkerJvm worker) {
    traces.interfere(Interference.PAUSE, file(worker), worker::stop);
  }

  void resume(WorkerJvm worker) {
    traces.interfere(Interference.RESUME, file(worker), worker::resume);
  }

  void kill(WorkerJvm worker) {
    traces.interfere(Interference.CRASH, file(worker), worker::kill);
  }

  /**
   * While its owner is stopped and before anybody else comes: what is armed can only be rolled
   * back, and what is confirmed, and still as it was captured, will be published.
   */
  synchronized void foresee() {
    Witness witness = WitnessReader.read(graph);
    for (SidecarSeen sidecar : witness.sidecars()) {
      boolean visible =
          witness.commits().stream().anyMatch(commit -> commit.id().equals(sidecar.commitId()));
      boolean confirmed = sidecar.phase().equals("confirmed");
      fates.putIfAbsent(
          sidecar.operation(), confirmed || visible ? Fate.PUBLISHED : Fate.NEVER_PUBLISHED);
    }
  }

  /** The last process: it writes to everything, recovers, and leaves nothing to be recovered. */
  List<String> close(WorkerJvm last) {
    perform(last, new Task.Open("last", "last"));
    succeed(last, new Task.Write("last", new Deed(Deed.Kind.EVERYWHERE, "last")));
    perform(last, new Task.Recover("recover"));
    Witness end = WitnessReader.read(graph);
    perform(last, new Task.Open("again", "last"));
    perform(last, new Task.Recover("again"));
    Witness again = WitnessReader.read(graph);
    History history = HistoryReader.read(graph, scene.manifest());
    found.addAll(
        HistoryJudge.judge(new CaseRecord(scene.contents(), history, told, fates, end, again)));
    return List.copyOf(found);
  }

  synchronized List<Told> told() {
    return List.copyOf(told);
  }

  Path graph() {
    return graph;
  }

  CaseTraces traces() {
    return traces;
  }

  /** As the beginning of other cases; this one is not judged, and its graph stays. */
  Scene asScene() {
    return new Scene(
        graph, traces.directory(), scene.contents(), scene.manifest(), told(), Map.copyOf(fates));
  }

  /** Deletes the graph; the traces are for whoever keeps or deletes them. */
  @Override
  public void close() {
    Trees.delete(graph);
  }
}
