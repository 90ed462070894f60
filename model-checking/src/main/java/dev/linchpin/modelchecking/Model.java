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
          safety("quick-create", 4361),
          safety("quick-stranger", 10794),
          safety("quick-gates", 229),
          safety("quick-race", 636),
          safety("quick-writers", 81727),
          safety("quick-zombie", 30516),
          safety("quick-repair", 6784),
          liveness("quick-live-intents", 6466),
          liveness("quick-live-wedge", 6466))),

  /** Under five minutes on two processors. */
  DEFAULT(
      List.of(
          safety("default-crash", 164294),
          safety("default-zombies", 391988),
          safety("default-late", 13381),
          safety("default-repair", 161635),
          safety("default-rewriting-stranger", 59698),
          safety("default-kinds", 155557),
          safety("default-gates", 43838),
          liveness("default-live-zombie", 12459),
          safety("quick-zombie", 30516))),

  /** Up to twenty minutes, on demand; its last result is recorded in {@code docs/models.md}. */
  DEEP(
      List.of(
          safety("deep-strangers"),
          safety("deep-two-tables"),
          safety("deep-duel"),
          safety("deep-late-writers"),
          safety("deep-both-recover"),
          safety("deep-rewrite"),
          safety("deep-two-recoverers"),
          safety("deep-three-writers"),
          liveness("deep-live-writes", 155019),
          liveness("deep-live-duel"),
          liveness("deep-live-wedge")));

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
