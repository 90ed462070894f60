package dev.linchpin.modelchecking;

import java.util.List;

/**
 * A behaviour that breaks a property, told one step a line.
 *
 * @param property the property that is broken, as the specification names it
 * @param steps what happened, in order; the initial state is not a step
 * @param ending how an endless behaviour goes on ("for ever", "back to step 7"); empty if finite
 */
public record Counterexample(String property, List<Step> steps, String ending) {
  public Counterexample {
    steps = List.copyOf(steps);
  }

  /**
   * One step.
   *
   * @param number position in the behaviour, from 1
   * @param action the action of {@code Next} that was taken
   * @param actor the operation, process or table that took it
   * @param changes what it changed
   */
  public record Step(int number, String action, String actor, List<Change> changes) {
    public Step {
      changes = List.copyOf(changes);
    }

    @Override
    public String toString() {
      StringBuilder line = new StringBuilder();
      line.append(String.format("%3d  %-22s %-8s", number, action, actor));
      for (int i = 0; i < changes.size(); i++) {
        line.append(i == 0 ? " " : "; ").append(changes.get(i));
      }
      return line.toString().stripTrailing();
    }
  }

  /**
   * One thing that a step changed.
   *
   * @param what the place, for example {@code man.epoch.t1}
   * @param before its value before the step; empty if it was not there
   * @param after its value after the step; empty if it is gone
   */
  public record Change(String what, String before, String after) {
    @Override
    public String toString() {
      if (before.isEmpty()) {
        return what + " + " + after;
      }
      return after.isEmpty() ? what + " gone" : what + " " + before + " -> " + after;
    }
  }

  /**
   * The whole story, one step a line.
   *
   * @return text with line ends, no trailing one
   */
  public String render() {
    StringBuilder text = new StringBuilder(property).append(" is broken:");
    for (Step step : steps) {
      text.append('\n').append(step);
    }
    if (!ending.isEmpty()) {
      text.append("\n     and then ").append(ending);
    }
    return text.toString();
  }
}
