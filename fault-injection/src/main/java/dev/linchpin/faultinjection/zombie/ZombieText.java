package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A run for a terminal. */
public final class ZombieText {
  private ZombieText() {}

  /**
   * Renders a report: a table for each kind of case, one row for each place at which processes were
   * stopped, then each failure with what was found and the command that repeats it.
   *
   * @param report the report
   * @return lines of text, ending with a newline
   */
  public static String render(ZombieReport report) {
    StringBuilder text = new StringBuilder();
    Map<String, Map<String, Row>> groups = new LinkedHashMap<>();
    for (ZombieResult result : report.results()) {
      groups
          .computeIfAbsent(result.group(), any -> new LinkedHashMap<>())
          .computeIfAbsent(result.place(), any -> new Row())
          .add(result);
    }
    groups.forEach((group, rows) -> table(group, rows, text));
    report.notPassed().forEach(result -> failure(result, text));
    List<ZombieResult> results = report.results();
    text.append(
        String.format(
            Locale.ROOT,
            "%d of %d cases passed (%d of %d run) in %.1f s; seed %d%n",
            results.size() - report.notPassed().size(),
            results.size(),
            results.size(),
            report.enumerated(),
            report.seconds(),
            report.seed()));
    return text.toString();
  }

  private static final class Row {
    private final int[] counts = new int[Status.values().length];
    private final Map<String, Integer> told = new TreeMap<>();

    void add(ZombieResult result) {
      counts[result.status().ordinal()]++;
      if (!result.told().isEmpty()) {
        told.merge(result.told(), 1, Integer::sum);
      }
    }

    String told() {
      return String.join(
          ", ",
          told.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList());
    }
  }

  private static void table(String group, Map<String, Row> rows, StringBuilder text) {
    text.append(
        String.format(
            "%n%-52s %6s %6s %6s  %s%n",
            group + ", stopped at", "passed", "failed", "error", "its write was told"));
    rows.forEach(
        (place, row) ->
            text.append(
                String.format(
                    "%-52s %6d %6d %6d  %s%n",
                    place, row.counts[0], row.counts[1], row.counts[2], row.told())));
  }

  static void failure(ZombieResult result, StringBuilder text) {
    text.append('\n').append(result.status()).append("  ").append(result.name()).append('\n');
    for (String found : result.found()) {
      text.append("  found     ").append(found.replace("\n", "\n            ")).append('\n');
    }
    text.append("  repeat    ").append(result.command()).append('\n');
  }
}
