package dev.linchpin.modelchecking;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one TLC run found.
 *
 * @param run what was run
 * @param outcome the verdict
 * @param generated states generated, duplicates included
 * @param distinct distinct states found
 * @param depth length of the longest shortest path from the initial state, in states
 * @param elapsed wall-clock time, the start of the JVM included
 * @param processorTime what the run has used of all processors together; unlike {@code elapsed} it
 *     does not depend on what else the machine does. Zero if unknown.
 * @param coverage how often each action was taken, by its name; empty for liveness runs
 */
public record RunReport(
    ModelRun run,
    Outcome outcome,
    long generated,
    long distinct,
    int depth,
    Duration elapsed,
    Duration processorTime,
    SortedMap<String, Coverage> coverage) {

  public RunReport {
    coverage = Collections.unmodifiableSortedMap(new TreeMap<>(coverage));
  }

  /**
   * How often an action was taken.
   *
   * @param distinct steps of it that led to a state not seen before
   * @param taken all steps of it
   */
  public record Coverage(long distinct, long taken) {
    Coverage plus(Coverage other) {
      return new Coverage(distinct + other.distinct, taken + other.taken);
    }
  }

  /**
   * The rate at which states were generated.
   *
   * @return states per second
   */
  public long statesPerSecond() {
    return perSecond(generated, elapsed);
  }

  /**
   * Whether the run shows what it should: the properties hold and the number of states is the known
   * one; or, for a weakened specification, a property was seen broken.
   *
   * @return true if so
   */
  public boolean asExpected() {
    return switch (run.kind()) {
      case SAFETY, LIVENESS ->
          outcome instanceof Outcome.Passed
              && (run.distinctStates().isEmpty() || run.distinctStates().getAsLong() == distinct);
      case MUST_FAIL -> outcome instanceof Outcome.Violated;
    };
  }

  static long perSecond(long count, Duration elapsed) {
    return count * 1000 / Math.max(1, elapsed.toMillis());
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("run", run.name());
    map.put("kind", run.kind().name());
    map.put("asExpected", asExpected());
    if (outcome instanceof Outcome.Violated violated) {
      map.put("outcome", "violated");
      map.put("property", violated.property());
      map.put("counterexample", violated.counterexample().render().lines().toList());
    } else if (outcome instanceof Outcome.Broken broken) {
      map.put("outcome", "broken");
      map.put("exitCode", broken.exitCode());
      map.put("message", broken.message());
    } else {
      map.put("outcome", "passed");
    }
    map.put("generated", generated);
    map.put("distinct", distinct);
    map.put("depth", depth);
    map.put("seconds", elapsed.toMillis() / 1000.0);
    map.put("processorSeconds", processorTime.toMillis() / 1000.0);
    map.put("statesPerSecond", statesPerSecond());
    Map<String, Object> actions = new LinkedHashMap<>();
    coverage.forEach((action, count) -> actions.put(action, count.taken()));
    map.put("actions", actions);
    return map;
  }
}
