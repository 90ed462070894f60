package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.table.CellResult.Status;
import java.io.PrintStream;

/**
 * Progress as lines of a terminal: one a phase, one for every tenth of the cells and each failure.
 */
public final class TerminalProgress implements ProgressListener {
  private final PrintStream out;
  private int tenths;

  /**
   * Progress on a stream.
   *
   * @param out where
   */
  public TerminalProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void phase(String sentence) {
    out.println(sentence);
  }

  @Override
  public void cell(CellResult result, int done, int total) {
    if (result.status() != Status.PASSED) {
      out.println("  " + result.status() + " " + result.name());
    }
    int reached = done * 10 / total;
    if (reached > tenths) {
      tenths = reached;
      out.println("  " + done + " of " + total + " cells, last: " + result.name());
    }
  }
}
