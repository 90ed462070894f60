package dev.linchpin.modelchecking;

import dev.linchpin.modelchecking.Counterexample.Change;
import dev.linchpin.modelchecking.Counterexample.Step;
import dev.linchpin.modelchecking.RunReport.Coverage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Understands what TLC writes in its tool mode, message by message. */
final class TlcTranscript {
  private static final Pattern START = Pattern.compile("@!@!@STARTMSG (\\d+):(\\d) @!@!@");
  private static final Pattern END = Pattern.compile("@!@!@ENDMSG (\\d+) @!@!@");
  private static final Pattern STATS =
      Pattern.compile("([\\d,]+) states generated.*?, ([\\d,]+) distinct states found");
  private static final Pattern DEPTH = Pattern.compile("search is (\\d+)");
  private static final Pattern VIOLATED =
      Pattern.compile("(?:Invariant|Action property|property) (\\w+) is violated");
  private static final Pattern STATE = Pattern.compile("^(\\d+): <(.*)>$");
  private static final Pattern ACTION =
      Pattern.compile("<(\\w+) line .* of module \\w+>: (\\d+):(\\d+)");
  private static final Pattern LABEL = Pattern.compile("^(\\w+) line .*");
  private static final Pattern BACK = Pattern.compile("^(\\d+): Back to state.*", Pattern.DOTALL);

  private static final int STATS_CODE = 2199;
  private static final int DEPTH_CODE = 2194;
  private static final int INVARIANT = 2110;
  private static final int INVARIANT_INITIALLY = 2107;
  private static final int STEP_PROPERTY = 2112;
  private static final int TEMPORAL = 2116;
  private static final int DEADLOCK = 2114;
  private static final int STATE_CODE = 2217;
  private static final int STUTTERING = 2218;
  private static final int BACK_TO_STATE = 2122;
  private static final int ACTION_COVERAGE = 2772;
  private static final int COVERAGE_STARTS = 2201;
  private static final String SEVERE = "1";

  private record Shown(String label, SortedMap<String, TlaValue> values) {}

  private long generated;
  private long distinct;
  private int depth;
  private Duration processorTime = Duration.ZERO;
  private String violated = "";
  private String ending = "";
  private final List<Shown> states = new ArrayList<>();
  private final SortedMap<String, Coverage> coverage = new TreeMap<>();
  private final StringBuilder complaints = new StringBuilder();
  private int code = -1;
  private boolean severe;
  private final StringBuilder message = new StringBuilder();
  private final StringBuilder printed = new StringBuilder();

  /** Takes one line of TLC's output. */
  void line(String line) {
    if (line.startsWith(TlcMain.CPU)) {
      processorTime = Duration.ofNanos(Long.parseLong(line.substring(TlcMain.CPU.length())));
      return;
    }
    Matcher start = START.matcher(line);
    if (start.matches()) {
      code = Integer.parseInt(start.group(1));
      severe = start.group(2).equals(SEVERE);
      message.setLength(0);
    } else if (END.matcher(line).matches()) {
      end(message.toString().strip());
      code = -1;
    } else if (code >= 0) {
      message.append(line).append('\n');
    } else if (line.startsWith("***") || line.contains("rror")) {
      complaints.append(line).append('\n');
    } else {
      printed.append(line).append('\n');
    }
  }

  private void end(String text) {
    switch (code) {
      case STATS_CODE -> {
        Matcher m = find(STATS, text);
        generated = number(m.group(1));
        distinct = number(m.group(2));
      }
      case DEPTH_CODE -> depth = Integer.parseInt(find(DEPTH, text).group(1));
      case INVARIANT, INVARIANT_INITIALLY, STEP_PROPERTY ->
          violated = find(VIOLATED, text).group(1);
      case TEMPORAL -> violated = "temporal";
      case DEADLOCK -> violated = "deadlock";
      case STATE_CODE -> state(text);
      case STUTTERING -> ending = "nothing more happens";
      case BACK_TO_STATE -> {
        Matcher m = BACK.matcher(text);
        ending =
            m.matches()
                ? "on again from step " + (Integer.parseInt(m.group(1)) - 1) + ", for ever"
                : "on again, for ever";
      }
      case COVERAGE_STARTS -> coverage.clear();
      case ACTION_COVERAGE -> {
        Matcher m = find(ACTION, text);
        coverage.merge(
            m.group(1), new Coverage(number(m.group(2)), number(m.group(3))), Coverage::plus);
      }
      default -> {
        if (severe) {
          complaints.append(text).append('\n');
        }
      }
    }
  }

  private void state(String text) {
    int newline = text.indexOf('\n');
    Matcher m = STATE.matcher(newline < 0 ? text : text.substring(0, newline));
    if (!m.matches()) {
      // The same code announces "Stuttering" and "Back to state" in some versions.
      ending = text;
      return;
    }
    states.add(new Shown(m.group(2), TlaParser.state(text.substring(newline + 1))));
  }

  long generated() {
    return generated;
  }

  long distinct() {
    return distinct;
  }

  int depth() {
    return depth;
  }

  Duration processorTime() {
    return processorTime;
  }

  SortedMap<String, Coverage> coverage() {
    return coverage;
  }

  /** What the module itself printed, with {@code PrintT}. */
  String printed() {
    return printed.toString();
  }

  /** The last state of the behaviour that TLC showed; empty if it showed none. */
  SortedMap<String, TlaValue> lastState() {
    return states.isEmpty() ? new TreeMap<>() : states.get(states.size() - 1).values();
  }

  /**
   * The verdict.
   *
   * @param exitCode TLC's exit code
   * @param temporalProperty the property of the configuration, for which TLC has no name
   */
  Outcome outcome(int exitCode, String temporalProperty) {
    if (!violated.isEmpty()) {
      String property = violated.equals("temporal") ? temporalProperty : violated;
      return new Outcome.Violated(property, counterexample(property));
    }
    return exitCode == 0
        ? new Outcome.Passed()
        : new Outcome.Broken(exitCode, complaints.toString().strip());
  }

  private Counterexample counterexample(String property) {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i < states.size(); i++) {
      SortedMap<String, TlaValue> before = states.get(i - 1).values();
      SortedMap<String, TlaValue> after = states.get(i).values();
      Matcher label = LABEL.matcher(states.get(i).label());
      String action = label.matches() ? label.group(1) : states.get(i).label();
      List<Change> changes = StateDiff.changes(before, after);
      steps.add(new Step(i, action, StateDiff.actor(before, after), changes));
    }
    return new Counterexample(property, steps, ending);
  }

  private static Matcher find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("TLC said something new: " + text);
    }
    return matcher;
  }

  private static long number(String digits) {
    return Long.parseLong(digits.replace(",", ""));
  }
}
