package dev.linchpin.modelchecking;

import static dev.linchpin.modelchecking.ModelRun.liveness;
import static dev.linchpin.modelchecking.ModelRun.safety;

import java.util.List;
import java.util.Locale;

/**
 * A model: several bounded casts of the specification, small enough to be examined completely. What
 * each run is about is said at the top of its configuration file under {@code models/}.
 */
public enum Model {
  /** Under a minute; runs in every build. */
  QUICK(
      List.of(
          safety("quick-create", 6571),
          safety("quick-stranger", 13697),
          safety("quick-gates", 166),
          safety("quick-race", 358),
          safety("quick-writers", 68620),
          liveness("quick-live-intents", 2652),
          liveness("quick-live-wedge", 2652))),

  /** Under five minutes on two processors. */
  DEFAULT(
      List.of(
          safety("default-crash", 139445),
          safety("default-two-tables", 516811),
          safety("default-rewriting-stranger", 22676),
          safety("default-duel", 140496),
          safety("default-kinds", 130670),
          safety("default-gates", 33073),
          liveness("default-live-writes", 139449))),

  /** Up to twenty minutes, on demand; its last result is recorded in {@code docs/models.md}. */
  DEEP(
      List.of(
          safety("deep-strangers", 385268),
          safety("deep-both-recover"),
          safety("deep-rewrite"),
          safety("deep-two-recoverers"),
          safety("deep-three-writers"),
          liveness("deep-live-duel", 85986),
          liveness("deep-live-wedge", 139445)));

  private final List<ModelRun> runs;

  Model(List<ModelRun> runs) {
    this.runs = runs;
  }

  /**
   * The model's TLC runs.
   *
   * @return the runs, in the order in which they are run
   */
  public List<ModelRun> runs() {
    return runs;
  }

  /**
   * The name on the command line.
   *
   * @return {@code quick}, {@code default} or {@code deep}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
