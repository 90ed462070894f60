package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.point.Moment;
import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.faultinjection.scenario.Deed.Kind;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.zombie.Play.Task;
import dev.linchpin.faultinjection.zombie.ZombieCell.Interlude;
import dev.linchpin.write.WriteOptions.OnConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Stops real processes where they are most dangerous. For each point that a writer passes, and each
 * that a recoverer of a killed writer's intent passes, the process is stopped there with a signal
 * that it cannot catch; another settles what it left, fences it off and writes to the same tables;
 * then it goes on. And two recoverers race over one intent. In the end a last process writes to
 * everything, and {@link HistoryJudge} looks at every version that anybody could ever read.
 */
public final class Zombies {
  /** Rounds of each race. */
  private static final int ROUNDS = 8;

  private static final int MANY_ROUNDS = 60;

  /** A writer that does not try again when it has lost. */
  static final String ONCE = "-once";

  /** The other process reads what the writer writes, and writes elsewhere. */
  static final String READ = "-read";

  /** Where the writer was killed that recoverers come for. */
  private static final Map<String, String> KILLED =
      new TreeMap<>(
          Map.of(
              "armed", "ApplyEffect/table commit#2@exit",
              "confirmed", "ConfirmEffects/sidecar put@exit"));

  private static final List<String> GROUPS = List.of("writer-", "recoverer-", "race-");

  private static final Deed ORPHAN = new Deed(Kind.NEWCOMER, "orphan");

  private Zombies() {}

  /**
   * Runs the cases that the options name.
   *
   * @param options which cases
   * @param listener is told how it goes
   * @return the report
   * @throws IllegalArgumentException if the options name no case
   */
  public static ZombieReport run(ZombieOptions options, ZombieProgress listener) {
    listener.phase("Preparing child JVMs");
    try (Stage stage = Stage.open()) {
      return run(options, listener, stage);
    }
  }

  static ZombieReport run(ZombieOptions options, ZombieProgress listener, Stage stage) {
    return run(options, listener, stage, List.of());
  }

  /**
   * Runs the cases with a product that is broken on purpose: the points are recorded with the sound
   * one.
   *
   * @param options which cases
   * @param listener is told how it goes
   * @param stage what children share
   * @param sabotage Byteman rules for the stopped process, the other and the last; empty for none
   * @return the report, which had better not be green
   */
  public static ZombieReport run(
      ZombieOptions options, ZombieProgress listener, Stage stage, List<String> sabotage) {
    long began = System.nanoTime();
    List<ZombieCell> all;
    try (Lanes sound = new Lanes(stage, List.of())) {
      listener.phase("Recording where processes can be stopped");
      all = enumerate(stage, sound, options);
      if (sabotage.isEmpty()) {
        return run(options, listener, stage, all, sound, began);
      }
    }
    try (Lanes broken = new Lanes(stage, sabotage)) {
      return run(options, listener, stage, all, broken, began);
    }
  }

  private static ZombieReport run(
      ZombieOptions options,
      ZombieProgress listener,
      Stage stage,
      List<ZombieCell> all,
      Lanes lanes,
      long began) {
    List<ZombieCell> chosen = choose(options, all);
    listener.phase("Running " + chosen.size() + " cases of " + all.size());
    ZombieRunner runner = new ZombieRunner(stage, options.traces());
    AtomicInteger done = new AtomicInteger();
    List<ZombieResult> results =
        lanes.each(
            chosen,
            (crew, cell) -> {
              ZombieResult result = runner.run(crew, cell);
              synchronized (done) {
                listener.ended(result, done.incrementAndGet(), chosen.size());
              }
              return result;
            });
    return new ZombieReport(options.seed(), all.size(), (System.nanoTime() - began) / 1e9, results);
  }

  /** Every case, in order; those of one writer or recoverer in the order of its points. */
  static List<ZombieCell> enumerate(Stage stage, Lanes lanes, ZombieOptions options) {
    Scenes scenes = new Scenes(stage);
    Scene founded = scenes.founded();
    List<List<ZombieCell>> groups = new ArrayList<>();
    groups.addAll(
        lanes.each(writers(options), (crew, kind) -> writers(scenes, crew, founded, kind)));
    groups.addAll(
        lanes.each(
            killed(options),
            (crew, killed) ->
                recoverers(scenes, crew, killed.getKey(), killed.getValue(), options)));
    return groups.stream().flatMap(List::stream).toList();
  }

  /** A whole name, or the beginning of one, says which cases are not meant. */
  private static boolean meant(ZombieOptions options, String... groups) {
    return options
        .point()
        .filter(point -> GROUPS.stream().anyMatch(point::startsWith))
        .map(point -> Stream.of(groups).anyMatch(point::startsWith))
        .orElse(true);
  }

  private static List<Kind> writers(ZombieOptions options) {
    return Stream.of(Kind.values()).filter(kind -> meant(options, "writer-" + kind)).toList();
  }

  private static List<Map.Entry<String, String>> killed(ZombieOptions options) {
    return KILLED.entrySet().stream()
        .filter(killed -> meant(options, "recoverer-" + killed.getKey(), "race-" + killed.getKey()))
        .toList();
  }

  static List<ZombieCell> writers(Scenes scenes, Crew crew, Scene founded, Kind kind) {
    Deed deed = new Deed(kind, "zed");
    List<Task> stubborn = Scenes.writer("zombie", deed, OnConflict.RESTART);
    List<Task> once = Scenes.writer("zombie", deed, OnConflict.FAIL);
    Interlude everywhere = Interlude.WRITES_EVERYWHERE;
    Interlude reads = Interlude.READS_PERSONS;
    List<ZombieCell> cells = new ArrayList<>();
    List<CrashPoint> points = scenes.record(crew, founded, stubborn);
    String group = "writer-" + kind;
    for (CrashPoint point : points) {
      cells.add(new ZombieCell(group, founded, everywhere, stubborn, point, 0));
    }
    for (CrashPoint point : points) {
      cells.add(new ZombieCell(group + ONCE, founded, everywhere, once, point, 0));
    }
    for (CrashPoint point : points) {
      cells.add(new ZombieCell(group + ONCE + READ, founded, reads, once, point, 0));
    }
    return cells;
  }

  private static List<ZombieCell> recoverers(
      Scenes scenes, Crew crew, String intent, String point, ZombieOptions options) {
    Scene killed = scenes.killed(crew, ORPHAN, point);
    List<CrashPoint> points = scenes.record(crew, killed, Scenes.recoverer("zombie"));
    List<Task> tasks = new ArrayList<>(Scenes.recoverer("zombie"));
    tasks.add(new Task.Write("zombie", new Deed(Kind.NEWCOMER, "zed")));
    List<ZombieCell> cells = new ArrayList<>();
    for (CrashPoint each : points) {
      cells.add(
          new ZombieCell(
              "recoverer-" + intent, killed, Interlude.WRITES_EVERYWHERE, tasks, each, 0));
    }
    // Up to the first durable step both recoverers see the same, so that both come to the point.
    List<CrashPoint> meetings = points.subList(0, points.indexOf(firstDurableExit(points)));
    Random random = new Random(options.seed());
    for (int round = 1; round <= MANY_ROUNDS; round++) {
      CrashPoint meeting =
          round % 2 == 1
              ? meetings.get(meetings.size() - 1)
              : points.get(random.nextInt(points.size()));
      cells.add(
          new ZombieCell(
              "race-" + intent, killed, Interlude.WRITES_EVERYWHERE, tasks, meeting, round));
    }
    return cells;
  }

  /** The first durable call inside the recovery itself, not the taking of the liveness lock. */
  private static CrashPoint firstDurableExit(List<CrashPoint> points) {
    return points.stream()
        .filter(point -> point.durableCall().isPresent() && point.moment() == Moment.EXIT)
        .filter(point -> !point.action().equals(CrashPoint.NO_ACTION))
        .findFirst()
        .orElseThrow();
  }

  private static List<ZombieCell> choose(ZombieOptions options, List<ZombieCell> all) {
    List<ZombieCell> chosen =
        options
            .point()
            .map(wanted -> named(wanted, all))
            .orElseGet(
                () -> options.all() ? all : all.stream().filter(Zombies::representative).toList());
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "no case is or contains '"
              + options.point().orElse("")
              + "'; there are "
              + all.stream().map(ZombieCell::name).toList());
    }
    return chosen;
  }

  private static List<ZombieCell> named(String wanted, List<ZombieCell> all) {
    List<ZombieCell> exact = all.stream().filter(cell -> cell.name().equals(wanted)).toList();
    return exact.isEmpty()
        ? all.stream().filter(cell -> cell.name().contains(wanted)).toList()
        : exact;
  }

  /**
   * Between two durable calls nothing durable changes; a process is most dangerous when it has
   * looked at everything and is about to act, so that the entries of durable calls stand for the
   * time since the last. The recoverers are also stopped right after each. One writer tries again;
   * the others would only say how well trying again works.
   */
  private static boolean representative(ZombieCell cell) {
    if (cell.race()) {
      return cell.round() <= ROUNDS;
    }
    CrashPoint point = cell.point();
    boolean after = cell.group().startsWith("recoverer");
    boolean chosen =
        after
            || cell.group().equals("writer-" + Kind.NEWCOMER)
            || cell.group().equals("writer-" + Kind.NEWCOMER + ONCE + READ)
            || cell.group().endsWith(ONCE);
    return chosen
        && point.durableCall().isPresent()
        && !point.action().equals(CrashPoint.NO_ACTION)
        && (point.moment() == Moment.ENTRY || after);
  }
}
