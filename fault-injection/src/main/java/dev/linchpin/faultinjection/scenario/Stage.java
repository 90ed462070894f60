package dev.linchpin.faultinjection.scenario;

import dev.linchpin.faultinjection.jvm.ChildImage;
import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.jvm.Leftovers;
import dev.linchpin.faultinjection.jvm.Trees;
import dev.linchpin.faultinjection.point.AnnotatedMethod;
import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.CrashPoints;
import dev.linchpin.faultinjection.point.PointHelper;
import dev.linchpin.faultinjection.point.PointScript;
import dev.linchpin.faultinjection.point.Recording;
import dev.linchpin.faultinjection.scenario.Scenario.Meddling;
import dev.linchpin.faultinjection.scenario.Scenario.Shape;
import dev.linchpin.faultinjection.trace.CaseTraces;
import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Prepares scenarios and plays them in child JVMs; holds everything that cells share. */
public final class Stage implements AutoCloseable {
  /** No child of a scenario takes this long unless it hangs. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String POINTS = "points.txt";

  private final ChildImage image;
  private final Path directory;
  private final Set<AnnotatedMethod> methods = CrashPoints.annotated();
  private final Map<String, Prepared> prepared = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  private Stage(ChildImage image, Path directory) {
    this.image = image;
    this.directory = directory;
    Leftovers.add(this);
  }

  /**
   * Opens a stage; takes some seconds.
   *
   * @return the stage, to be closed
   */
  public static Stage open() {
    try {
      ChildImage image = ChildImage.prepare(Actor.class, "train", "%DIR%");
      return new Stage(image, Files.createTempDirectory("linchpin-crash-table-"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the stage", e);
    }
  }

  /**
   * A scenario with everything that comes before the kill.
   *
   * @param scenario the scenario
   * @param graph the graph as the process that will be killed finds it; absent for a creation
   * @param traces the directory with the traces of everybody so far
   * @param before what was durable before the judged write began
   * @param trial what was durable when the judged write's process was dead; empty if it is the one
   *     that will be killed
   * @param contents the rows before the judged write
   * @param points the points that the process passes, in order
   */
  public record Prepared(
      Scenario scenario,
      Path graph,
      Path traces,
      Witness before,
      Optional<Witness> trial,
      Contents contents,
      List<CrashPoint> points) {}

  /**
   * What child JVMs share.
   *
   * @return the image; it lives as long as the stage
   */
  public ChildImage image() {
    return image;
  }

  /**
   * The annotated methods.
   *
   * @return all of them
   */
  public Set<AnnotatedMethod> methods() {
    return methods;
  }

  /**
   * Prepares a scenario and records which points it passes.
   *
   * @param scenario the scenario
   * @return the same object each time
   */
  public Prepared prepare(Scenario scenario) {
    Prepared known = prepared.get(scenario.name());
    if (known != null) {
      return known;
    }
    Prepared made = build(scenario);
    prepared.put(scenario.name(), made);
    return made;
  }

  private Prepared build(Scenario scenario) {
    Path graph = fresh();
    CaseTraces traces;
    Witness before;
    Optional<Witness> trial = Optional.empty();
    Contents contents;
    if (scenario.shape() instanceof Shape.Write write) {
      traces = CaseTraces.begin(fresh());
      contents = Bases.make(this, write.base(), graph, traces);
      before = WitnessReader.read(graph);
    } else if (scenario.shape() instanceof Shape.Recover recover) {
      Prepared writer = prepare(Scenarios.named(recover.writer()));
      Trees.copy(writer.graph(), graph);
      traces = CaseTraces.continuing(writer.traces(), fresh());
      CrashPoint point = point(writer, recover.point());
      Path trace = traces.next("victim");
      try (ChildJvm victim =
          play(writer.scenario(), graph, PointScript.killing(point), traces, trace)) {
        requireKilled(victim, point);
      }
      traces.halted(trace);
      if (recover.meddling() == Meddling.FOREIGN_COMMIT
          || recover.meddling() == Meddling.FOREIGN_COMMIT_REPAIRED) {
        Bases.foreignCommit(graph, Change.PERSON, traces);
      }
      contents = writer.contents();
      before = writer.before();
      trial = Optional.of(WitnessReader.read(graph));
    } else {
      traces = CaseTraces.begin(fresh());
      contents = Change.EMPTY;
      before = WitnessReader.read(graph);
    }
    requireEqual(contents, trial.orElse(before), scenario);
    List<CrashPoint> points = record(scenario, graph);
    return new Prepared(scenario, graph, traces.directory(), before, trial, contents, points);
  }

  private static void requireEqual(Contents contents, Witness witness, Scenario scenario) {
    if (witness.manifest().isPresent()
        && !contents.differences(witness.contents()).isEmpty()
        && witness.commitsOf(Parties.VICTIM).isEmpty()) {
      throw new IllegalStateException(
          scenario.name() + " begins wrong: " + contents.differences(witness.contents()));
    }
  }

  /**
   * Records once more which points a prepared scenario passes.
   *
   * @param scenario the scenario
   * @return the points of this run
   */
  public List<CrashPoint> rehearse(Scenario scenario) {
    return record(scenario, prepare(scenario).graph());
  }

  private List<CrashPoint> record(Scenario scenario, Path graph) {
    Path copy = fresh();
    if (Files.exists(graph)) {
      Trees.copy(graph, copy);
    }
    CaseTraces traces = CaseTraces.begin(fresh());
    try (ChildJvm child =
        play(scenario, copy, PointScript.recording(methods), traces, traces.next("rehearsal"))) {
      int exit = child.awaitExit(PATIENCE);
      if (exit != 0) {
        throw new IllegalStateException(
            "the undisturbed run of "
                + scenario.name()
                + " ended with "
                + exit
                + ":\n"
                + child.output());
      }
      List<CrashPoint> points = Recording.points(points(child), methods);
      if (points.isEmpty()) {
        throw new IllegalStateException(
            "the run of "
                + scenario.name()
                + " passed no point; no rule fired:\n"
                + child.output());
      }
      return points;
    } finally {
      Trees.delete(copy);
      Trees.delete(traces.directory());
    }
  }

  /**
   * The point of a name.
   *
   * @param prepared a scenario
   * @param id the point's name within it
   * @return the point
   */
  public static CrashPoint point(Prepared prepared, String id) {
    return prepared.points().stream()
        .filter(point -> point.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    prepared.scenario().name()
                        + " has no point "
                        + id
                        + ", only "
                        + prepared.points()));
  }

  /**
   * Starts the process of a scenario, and plays the others until it needs nobody any more.
   *
   * @param scenario the scenario
   * @param graph where
   * @param script the rule that kills, or the rules that record
   * @param traces where others who come in between leave their traces
   * @param trace the trace file of this process
   * @return the child, running or at its end
   */
  public ChildJvm play(
      Scenario scenario, Path graph, String script, CaseTraces traces, Path trace) {
    if (scenario.shape() instanceof Shape.Write write) {
      List<String> arguments = new ArrayList<>(List.of(graph.toString(), write.change().name()));
      write
          .other()
          .ifPresent(
              other -> {
                arguments.add(other.name());
                arguments.add(write.moment().name());
              });
      return start("write", write.weather() + script, arguments, trace);
    } else if (scenario.shape() instanceof Shape.Recover recover) {
      boolean rival = recover.meddling() == Meddling.RIVAL_RECOVERER;
      ChildJvm child =
          start(
              repaired(scenario) ? "repair" : "recover",
              (rival ? Weather.stallBeforePublish() : "") + script,
              List.of(graph.toString()),
              trace);
      if (rival) {
        letRivalRecover(child, graph, traces);
      }
      return child;
    }
    return start("create", script, List.of(graph.toString()), trace);
  }

  /** The rival comes when the recoverer is about to publish, unless that is killed before. */
  private static void letRivalRecover(ChildJvm child, Path graph, CaseTraces traces) {
    if (child.awaitLineOrEnd("STALLED"::equals, PATIENCE).isPresent()) {
      try (NdjsonTraceSink trace = new NdjsonTraceSink(traces.next("rival"));
          Graph rival = Graph.open(graph, Actor.options("rival-", trace))) {
        rival.recover();
      }
      child.send("");
    }
  }

  /**
   * Starts the process that comes along afterwards.
   *
   * @param scenario what the killed process was doing
   * @param graph where
   * @param script rules that break recovery on purpose; none in earnest
   * @param trace the trace file of this process
   * @return the child, running
   */
  public ChildJvm comeAlong(Scenario scenario, Path graph, String script, Path trace) {
    String role = "next";
    if (scenario.shape() instanceof Shape.Create) {
      role = "next-creates";
    } else if (repaired(scenario)) {
      role = "next-repairs";
    }
    return start(role, script, List.of(graph.toString()), trace);
  }

  private static boolean repaired(Scenario scenario) {
    return scenario.shape() instanceof Shape.Recover recover
        && recover.meddling() == Meddling.FOREIGN_COMMIT_REPAIRED;
  }

  ChildJvm start(String role, String script, List<String> arguments, Path trace) {
    List<String> all = new ArrayList<>(List.of(role));
    all.addAll(arguments);
    ChildJvm.Launch launch =
        ChildJvm.launch(image, Actor.class, all.toArray(String[]::new)).script(script);
    return launch
        .jvmOption("-D" + PointHelper.FILE + "=%DIR%/" + POINTS)
        .jvmOption("-D" + Actor.TRACE + "=" + trace)
        .start();
  }

  /**
   * Fails unless the child died at the point.
   *
   * @param child a child
   * @param point where it should have died
   */
  public void requireKilled(ChildJvm child, CrashPoint point) {
    int exit = child.awaitExit(PATIENCE);
    Optional<String> discrepancy = Recording.discrepancy(points(child), point);
    if (exit != PointScript.EXIT_CODE || discrepancy.isPresent()) {
      throw new IllegalStateException(
          "not killed there: exit code "
              + exit
              + ", "
              + discrepancy.orElse("rule fired")
              + "; its output:\n"
              + child.output());
    }
  }

  private static List<String> points(ChildJvm child) {
    Path file = child.directory().resolve(POINTS);
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * A path for one more graph.
   *
   * @return a path at which nothing is
   */
  public Path fresh() {
    return directory.resolve("graph-" + numbers.incrementAndGet());
  }

  static WriteOptions impatient() {
    return Actor.as(Parties.OTHER).withCourtesy(Duration.ZERO);
  }

  @Override
  public void close() {
    Leftovers.remove(this);
    try {
      Trees.delete(directory);
    } finally {
      image.close();
    }
  }
}
