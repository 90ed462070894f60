package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.io.PrintStream;

/**
 * Progress as lines of a terminal: one a phase, one for every tenth of the cases and each failure.
 */
public final class ZombieTerminal implements ZombieProgress {
  private final PrintStream out;
  private int tenths;

  /**
   * Progress on a stream.
   *
   * @param out where
   */
  public ZombieTerminal(PrintStream out) {
    this.out = out;
  }

  @Override
  public void phase(String sentence) {
    out.println(sentence);
  }

  @Override
  public void ended(ZombieResult result, int done, int total) {
    if (result.status() != Status.PASSED) {
      out.println("  " + result.status() + " " + result.name());
    }
    int reached = done * 10 / total;
    if (reached > tenths) {
      tenths = reached;
      out.println("  " + done + " of " + total + ", last: " + result.name());
    }
  }
}
