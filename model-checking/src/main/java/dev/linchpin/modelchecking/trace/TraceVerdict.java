package dev.linchpin.modelchecking.trace;

import java.time.Duration;
import java.util.List;
import java.util.SortedSet;

/** What TLC says about a trace. */
public sealed interface TraceVerdict {
  /**
   * How many events the trace has that the specification had to explain.
   *
   * @return a count
   */
  int events();

  /**
   * How long it took.
   *
   * @return wall-clock time
   */
  Duration elapsed();

  /**
   * The trace is a behaviour of the specification.
   *
   * @param events events explained
   * @param actions the actions of {@code Next} that explained them, in the order of their names
   * @param states distinct states that TLC looked at
   * @param elapsed wall-clock time
   */
  record Accepted(int events, SortedSet<String> actions, long states, Duration elapsed)
      implements TraceVerdict {}

  /**
   * It is none.
   *
   * @param events events in all
   * @param explained how many could be explained at most
   * @param misfits the first event of each thread that fits nowhere, with what would have
   * @param state the state before them, in words, one fact a line
   * @param broken a promise of the specification that was broken on the way; empty if none
   * @param elapsed wall-clock time
   */
  record Rejected(
      int events,
      int explained,
      List<Misfit> misfits,
      List<String> state,
      String broken,
      Duration elapsed)
      implements TraceVerdict {
    /**
     * The whole refusal, for people.
     *
     * @return lines of text
     */
    public String describe() {
      StringBuilder text = new StringBuilder();
      if (!broken.isEmpty()) {
        text.append("a promise of the specification is broken: ").append(broken).append('\n');
      }
      text.append(explained).append(" of ").append(events).append(" events fit.\n");
      for (Misfit misfit : misfits) {
        text.append("  ").append(misfit.where()).append("  does not fit: ").append(misfit.event());
        text.append("\n      there the specification allows: ");
        text.append(misfit.allowed().isEmpty() ? "nothing" : String.join(", ", misfit.allowed()));
        text.append('\n');
      }
      text.append("  the state before it:\n");
      state.forEach(fact -> text.append("      ").append(fact).append('\n'));
      return text.toString().stripTrailing();
    }
  }

  /**
   * An event that fits nowhere.
   *
   * @param where file and line
   * @param event what it claims
   * @param allowed the actions that its process could have taken instead
   */
  record Misfit(String where, String event, List<String> allowed) {}
}
