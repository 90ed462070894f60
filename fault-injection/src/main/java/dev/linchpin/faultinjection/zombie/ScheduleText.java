package dev.linchpin.faultinjection.zombie;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A run of schedules for a terminal. */
public final class ScheduleText {
  private ScheduleText() {}

  /**
   * Renders a report: what was done to processes, what callers were told, then each failure with
   * its schedule, what was found and the command that repeats it.
   *
   * @param report the report
   * @return lines of text, ending with a newline
   */
  public static String render(ZombieReport report) {
    StringBuilder text = new StringBuilder();
    counts("done to processes", disturbances(report), text);
    counts("told to the callers of writes", told(report), text);
    report.notPassed().forEach(result -> ZombieText.failure(result, text));
    int passed = report.results().size() - report.notPassed().size();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%d of %d schedules passed in %.1f s; seeds %d to %d%n",
            passed,
            report.results().size(),
            report.seconds(),
            report.seed(),
            report.seed() + report.results().size() - 1));
    return text.toString();
  }

  /**
   * What was done to processes, at points and at random times.
   *
   * @param report a report on schedules
   * @return how often, by what was done
   */
  static Map<String, Integer> disturbances(ZombieReport report) {
    return counted(
        report.results().stream()
            .flatMap(result -> words(result.place(), "; "))
            .map(
                done ->
                    done.split(" ")[0]
                        + (done.endsWith("at some time") ? " at a random time" : " at a point")));
  }

  static Map<String, Integer> told(ZombieReport report) {
    return counted(report.results().stream().flatMap(result -> words(result.told(), " ")));
  }

  private static Stream<String> words(String text, String separator) {
    return text.isEmpty() ? Stream.of() : Arrays.stream(text.split(separator));
  }

  private static Map<String, Integer> counted(Stream<String> words) {
    Map<String, Integer> counts = new TreeMap<>();
    words.forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts;
  }

  private static void counts(String title, Map<String, Integer> counts, StringBuilder text) {
    List<String> shown =
        counts.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList();
    text.append(String.format("%-30s %s%n", title, String.join(", ", shown)));
  }
}
