package dev.linchpin.modelchecking;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One TLC run of {@code TraceCheck} over one generated {@code TraceData}.
 *
 * @param violated the property that the run refuted; empty if it refuted none
 * @param printed what the module printed: each value a sequence whose first item is its name
 * @param lastState the last state of the behaviour that refuted the property
 * @param states distinct states examined
 * @param elapsed wall-clock time, the start of the JVM included
 */
public record TraceRun(
    String violated,
    List<List<TlaValue>> printed,
    SortedMap<String, TlaValue> lastState,
    long states,
    Duration elapsed) {
  private static final String MODULE = "TraceCheck";

  /** TLC adds blanks and line ends to values that do not fit on a line. */
  private static final Pattern MARK = Pattern.compile("<<\\s*\"LINCHPIN-");

  /**
   * Runs TLC.
   *
   * @param configuration {@code trace} or {@code trace-refusal}
   * @param traceData the generated module's text
   * @return what it found
   * @throws IOException if the JVM cannot be started or the disk is full
   * @throws InterruptedException if the caller is interrupted; TLC is then ended
   * @throws IllegalStateException if TLC reaches no verdict, which is a defect of the validator
   */
  public static TraceRun of(String configuration, String traceData)
      throws IOException, InterruptedException {
    ModelRun run =
        new ModelRun(configuration, MODULE, ModelRun.Kind.MUST_FAIL, OptionalLong.empty());
    TlcProcess.Examination found =
        TlcProcess.examine(run, Map.of("TraceData", traceData), 1, ProgressListener.SILENT);
    RunReport report = found.report();
    String violated = "";
    if (report.outcome() instanceof Outcome.Violated refuted) {
      violated = refuted.property();
    } else if (report.outcome() instanceof Outcome.Broken broken) {
      throw new IllegalStateException(
          "TLC reached no verdict on the trace (exit "
              + broken.exitCode()
              + "): "
              + broken.message());
    }
    return new TraceRun(
        violated,
        values(found.transcript().printed()),
        found.transcript().lastState(),
        report.distinct(),
        report.elapsed());
  }

  private static List<List<TlaValue>> values(String printed) {
    List<List<TlaValue>> values = new ArrayList<>();
    Matcher mark = MARK.matcher(printed);
    while (mark.find()) {
      if (TlaParser.value(printed.substring(mark.start())) instanceof TlaValue.Sequence sequence) {
        values.add(sequence.items());
      }
    }
    return values;
  }

  /**
   * The last value that was printed under a name.
   *
   * @param name the name, without its prefix
   * @return the values after the name
   */
  public List<TlaValue> last(String name) {
    List<List<TlaValue>> all = all(name);
    if (all.isEmpty()) {
      throw new IllegalStateException("TLC printed no " + name);
    }
    return all.get(all.size() - 1);
  }

  /**
   * Every value that was printed under a name.
   *
   * @param name the name, without its prefix
   * @return for each time the values after the name
   */
  public List<List<TlaValue>> all(String name) {
    return printed.stream()
        .filter(items -> items.get(0).equals(new TlaValue.Atom("LINCHPIN-" + name)))
        .map(items -> items.subList(1, items.size()))
        .toList();
  }
}
