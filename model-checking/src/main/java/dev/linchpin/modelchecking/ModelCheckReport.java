package dev.linchpin.modelchecking;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.modelchecking.RunReport.Coverage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a model check found.
 *
 * @param model which model
 * @param runs its runs, in order
 * @param actions the actions of {@code Next}
 * @param elapsed wall-clock time of all runs
 */
public record ModelCheckReport(
    Model model, List<RunReport> runs, List<String> actions, Duration elapsed) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public ModelCheckReport {
    runs = List.copyOf(runs);
    actions = List.copyOf(actions);
  }

  /**
   * Whether every run is as expected and no action is dead.
   *
   * @return true if so
   */
  public boolean passed() {
    return runs.stream().allMatch(RunReport::asExpected) && deadActions().isEmpty();
  }

  /**
   * The actions of {@code Next} that no safety run has taken: what was "proved" without them says
   * nothing about them.
   *
   * @return their names; empty in a sound model
   */
  public List<String> deadActions() {
    SortedMap<String, Coverage> all = coverage();
    return actions.stream()
        .filter(action -> all.getOrDefault(action, new Coverage(0, 0)).taken() == 0)
        .toList();
  }

  /**
   * How often each action was taken, over all runs.
   *
   * @return the sums by action name
   */
  public SortedMap<String, Coverage> coverage() {
    SortedMap<String, Coverage> all = new TreeMap<>();
    for (RunReport run : runs) {
      run.coverage().forEach((action, count) -> all.merge(action, count, Coverage::plus));
    }
    return all;
  }

  /**
   * Distinct states over all safety and liveness runs. A state that several runs reach counts
   * several times.
   *
   * @return the sum
   */
  public long distinctStates() {
    return runs.stream().mapToLong(RunReport::distinct).sum();
  }

  /**
   * What the runs have used of all processors together.
   *
   * @return the sum
   */
  public Duration processorTime() {
    return runs.stream().map(RunReport::processorTime).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * This report for machines.
   *
   * @return a JSON object
   */
  public String toJson() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("model", model.label());
    map.put("passed", passed());
    map.put("distinctStates", distinctStates());
    map.put("seconds", elapsed.toMillis() / 1000.0);
    map.put("processorSeconds", processorTime().toMillis() / 1000.0);
    map.put("deadActions", deadActions());
    map.put("runs", runs.stream().map(RunReport::toMap).toList());
    try {
      return JSON.writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report is plain text and numbers", e);
    }
  }

  /**
   * This report for people: one line a run, then what is wrong, if anything.
   *
   * @return text with line ends, no trailing one
   */
  public String render() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%-22s %-10s %12s %12s %6s %8s %8s %10s",
            "run", "verdict", "generated", "distinct", "depth", "seconds", "cpu-s", "states/s"));
    for (RunReport run : runs) {
      text.append(
          String.format(
              "%n%-22s %-10s %,12d %,12d %6d %8.1f %8.1f %,10d",
              run.run().name(),
              run.asExpected() ? "as it must" : "WRONG",
              run.generated(),
              run.distinct(),
              run.depth(),
              run.elapsed().toMillis() / 1000.0,
              run.processorTime().toMillis() / 1000.0,
              run.statesPerSecond()));
    }
    for (RunReport run : runs) {
      if (run.asExpected()) {
        continue;
      }
      text.append(String.format("%n%n%s: ", run.run().name()));
      if (run.outcome() instanceof Outcome.Violated violated) {
        text.append(violated.counterexample().render());
      } else if (run.outcome() instanceof Outcome.Broken broken) {
        text.append("TLC gave no verdict (exit code ").append(broken.exitCode()).append("): ");
        text.append(broken.message());
      } else if (run.run().kind() == ModelRun.Kind.MUST_FAIL) {
        text.append("nothing was violated, although something had to be");
      } else {
        text.append(run.distinct()).append(" distinct states instead of ");
        text.append(run.run().distinctStates().orElse(0));
      }
    }
    if (!deadActions().isEmpty()) {
      text.append(String.format("%n%nnever taken: %s", String.join(", ", deadActions())));
    }
    return text.toString();
  }
}
