package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.jvm.Parallel;
import dev.linchpin.faultinjection.scenario.Scenario;
import dev.linchpin.faultinjection.scenario.Scenario.Shape;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellRunner.Sabotage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the crash table: for each scenario and each crash point that it passes, a process is killed
 * there on real Lance, a witness says what is durable, another process comes along, and the judge
 * holds the outcome to the crash contract (seed section 5).
 */
public final class CrashTable {
  private CrashTable() {}

  /**
   * Runs the cells that the options name.
   *
   * @param options which cells
   * @param listener is told how it goes
   * @return the report; also written as JSON if the options say so
   * @throws IllegalArgumentException if the options name no cell
   */
  public static CrashTableReport run(CrashTableOptions options, ProgressListener listener) {
    scenarios(options); // before anything expensive: is there anything to do?
    listener.phase("Preparing child JVMs");
    try (Stage stage = Stage.open()) {
      return run(options, listener, stage);
    }
  }

  static CrashTableReport run(CrashTableOptions options, ProgressListener listener, Stage stage) {
    String started = Instant.now().toString();
    long began = System.nanoTime();
    List<Scenario> scenarios = scenarios(options);
    listener.phase("Recording the crash points of " + scenarios.size() + " scenarios");
    List<Cell> all = cells(prepare(stage, scenarios));
    List<Cell> chosen = choose(options, all);
    listener.phase("Killing " + chosen.size() + " processes of " + all.size());
    CellRunner runner = new CellRunner(stage, Sabotage.NONE, options.traces());
    AtomicInteger done = new AtomicInteger();
    List<CellResult> results =
        Parallel.each(
            chosen,
            cell -> {
              CellResult result = runner.run(cell);
              synchronized (done) {
                listener.cell(result, done.incrementAndGet(), chosen.size());
              }
              return result;
            });
    CrashTableReport report =
        new CrashTableReport(
            Evidence.commit(options.commit()),
            options.seed(),
            options.all(),
            Evidence.versions(),
            started,
            (System.nanoTime() - began) / 1e9,
            all.size(),
            results);
    options.evidence().ifPresent(file -> Evidence.write(report, file));
    return report;
  }

  private static List<Scenario> scenarios(CrashTableOptions options) {
    List<Scenario> scenarios = new ArrayList<>();
    for (Scenario scenario : Scenarios.all()) {
      boolean adapter = options.adapter().map(scenario.adapter()::equals).orElse(true);
      // A full cell name says which scenario it is from; then no other needs to be prepared.
      boolean point =
          options
              .point()
              .filter(wanted -> Scenarios.all().stream().anyMatch(any -> within(wanted, any)))
              .map(wanted -> within(wanted, scenario))
              .orElse(true);
      if (adapter && point) {
        scenarios.add(scenario);
      }
    }
    if (scenarios.isEmpty()) {
      throw new IllegalArgumentException("no scenario for " + options);
    }
    return scenarios;
  }

  private static boolean within(String point, Scenario scenario) {
    return point.startsWith(scenario.name() + "/");
  }

  /** Writers first: recoveries begin with the dead writer of another scenario. */
  static List<Prepared> prepare(Stage stage, List<Scenario> scenarios) {
    Map<String, Scenario> writers = new LinkedHashMap<>();
    for (Scenario scenario : scenarios) {
      if (scenario.shape() instanceof Shape.Recover recover) {
        writers.put(recover.writer(), Scenarios.named(recover.writer()));
      }
    }
    Parallel.each(new ArrayList<>(writers.values()), stage::prepare);
    return Parallel.each(scenarios, stage::prepare);
  }

  static List<Cell> cells(List<Prepared> prepared) {
    List<Cell> cells = new ArrayList<>();
    for (Prepared scenario : prepared) {
      scenario.points().forEach(point -> cells.add(new Cell(scenario, point)));
    }
    return cells;
  }

  private static List<Cell> choose(CrashTableOptions options, List<Cell> all) {
    List<Cell> chosen =
        options
            .point()
            .map(wanted -> named(wanted, all))
            .orElseGet(() -> options.all() ? all : Representative.choose(all, options.seed()));
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "no crash point is or contains '"
              + options.point().orElse("")
              + "'; there are "
              + all.stream().map(Cell::name).toList());
    }
    return chosen;
  }

  private static List<Cell> named(String wanted, List<Cell> all) {
    List<Cell> exact = all.stream().filter(cell -> cell.name().equals(wanted)).toList();
    return exact.isEmpty()
        ? all.stream().filter(cell -> cell.name().contains(wanted)).toList()
        : exact;
  }
}
