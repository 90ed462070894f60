package dev.linchpin.modelchecking;

/** What one TLC run came to. */
public sealed interface Outcome {

  /** Every reachable state of the bounded model was examined and every property holds. */
  record Passed() implements Outcome {}

  /**
   * A property does not hold.
   *
   * @param property its name in the specification; a temporal property is named by the
   *     configuration, because TLC does not say which one it was
   * @param counterexample a behaviour that breaks it
   */
  record Violated(String property, Counterexample counterexample) implements Outcome {}

  /**
   * TLC gave no verdict: the specification does not parse, the configuration is wrong, memory ran
   * out, or the process was ended.
   *
   * @param exitCode TLC's exit code
   * @param message what TLC said, as far as it helps
   */
  record Broken(int exitCode, String message) implements Outcome {}
}
