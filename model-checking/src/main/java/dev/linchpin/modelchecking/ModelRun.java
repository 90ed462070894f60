package dev.linchpin.modelchecking;

import java.util.OptionalLong;

/**
 * One TLC run: a module and a configuration of it.
 *
 * @param name the configuration's file name without {@code .cfg}
 * @param module the root module
 * @param kind what the run looks at
 * @param distinctStates the number of distinct states that a complete run finds. A change of it
 *     means that the specification or the model says something else than before.
 */
public record ModelRun(String name, String module, Kind kind, OptionalLong distinctStates) {

  /** What a run looks at. */
  public enum Kind {
    /** Every invariant and step property, on every reachable state; action coverage counts. */
    SAFETY,
    /** One temporal property under fairness; single threaded, without coverage. */
    LIVENESS,
    /** A weakened specification or a bait: the property that the configuration names must fail. */
    MUST_FAIL
  }

  static ModelRun safety(String name, long distinctStates) {
    return new ModelRun(name, "MCLinchpin", Kind.SAFETY, OptionalLong.of(distinctStates));
  }

  /** A run whose number of states is not pinned. */
  static ModelRun safety(String name) {
    return new ModelRun(name, "MCLinchpin", Kind.SAFETY, OptionalLong.empty());
  }

  static ModelRun liveness(String name, long distinctStates) {
    return new ModelRun(name, "MCLinchpin", Kind.LIVENESS, OptionalLong.of(distinctStates));
  }

  /** A liveness run whose number of states is not pinned. */
  static ModelRun liveness(String name) {
    return new ModelRun(name, "MCLinchpin", Kind.LIVENESS, OptionalLong.empty());
  }

  /**
   * A run of a specification that lacks one obligation, or of a property that must not hold.
   *
   * @param name the configuration's name, such as {@code weak-no-epochs}
   * @return the run
   */
  public static ModelRun mustFail(String name) {
    return new ModelRun(name, "Weakened", Kind.MUST_FAIL, OptionalLong.empty());
  }
}
