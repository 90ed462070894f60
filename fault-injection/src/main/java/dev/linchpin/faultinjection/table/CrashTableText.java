package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.judge.ContractRow;
import dev.linchpin.faultinjection.table.CellResult.Status;
import java.util.Locale;

/** The crash table for a terminal. */
public final class CrashTableText {
  private CrashTableText() {}

  /**
   * Renders a whole report: a table of five rows for each adapter, then each failure with its
   * point, witness, expectation, finding and the command that repeats it.
   *
   * @param report the report
   * @return lines of text, ending with a newline
   */
  public static String render(CrashTableReport report) {
    StringBuilder text = new StringBuilder();
    for (String adapter : report.adapters()) {
      adapter(report, adapter, text);
    }
    for (CellResult cell : report.notPassed()) {
      failure(cell, text);
    }
    long passed = report.cells().size() - report.notPassed().size();
    text.append(
        String.format(
            Locale.ROOT,
            "%d of %d cells passed (%d of %d run) in %.1f s; commit %s, seed %d, %s%n",
            passed,
            report.cells().size(),
            report.cells().size(),
            report.enumerated(),
            report.seconds(),
            report.commit(),
            report.seed(),
            report.versions()));
    return text.toString();
  }

  private static void adapter(CrashTableReport report, String adapter, StringBuilder text) {
    text.append(
        String.format(
            "%n%-44s %-42s %6s %6s %6s%n",
            adapter + ": killed when", "demands", "passed", "failed", "error"));
    boolean hasRows =
        report.cells().stream().anyMatch(cell -> of(adapter, cell) && cell.row().isPresent());
    for (ContractRow row : hasRows ? ContractRow.values() : new ContractRow[0]) {
      line(
          text,
          row.title(),
          row.demand(),
          report.count(adapter, row, Status.PASSED),
          report.count(adapter, row, Status.FAILED),
          report.count(adapter, row, Status.ERROR));
    }
    long[] outside = new long[Status.values().length];
    report.cells().stream()
        .filter(cell -> of(adapter, cell) && cell.row().isEmpty())
        .forEach(cell -> outside[cell.status().ordinal()]++);
    if (outside[0] + outside[1] + outside[2] > 0) {
      line(
          text,
          "(no row: creation, or never witnessed)",
          "opens, or can be created again",
          outside[Status.PASSED.ordinal()],
          outside[Status.FAILED.ordinal()],
          outside[Status.ERROR.ordinal()]);
    }
    text.append('\n');
  }

  private static boolean of(String adapter, CellResult cell) {
    return cell.adapter().equals(adapter);
  }

  private static void line(
      StringBuilder text, String title, String demand, long passed, long failed, long error) {
    text.append(String.format("%-44s %-42s %6d %6d %6d%n", title, demand, passed, failed, error));
  }

  private static void failure(CellResult cell, StringBuilder text) {
    text.append(cell.status()).append("  ").append(cell.name()).append('\n');
    text.append("  row       ")
        .append(cell.row().map(ContractRow::title).orElse("none"))
        .append('\n');
    text.append("  witness   ").append(cell.witness().replace("\n", "\n            ")).append('\n');
    text.append("  expected  ").append(cell.expected()).append('\n');
    for (String found : cell.found()) {
      text.append("  found     ").append(found.replace("\n", "\n            ")).append('\n');
    }
    text.append("  repeat    ").append(cell.command()).append("\n\n");
  }
}
