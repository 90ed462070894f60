package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.Row.row;

import java.util.List;
import org.lance.Dataset;

/**
 * Counts in a table of one row by whole-state Overwrites, the way the manifest is written: read a
 * version, write the next state read at that very version, and start again if Lance says no.
 */
final class ManifestCounter {
  private ManifestCounter() {}

  /** Run by a rival process: adds {@code args[1]} to the counter at {@code args[0]}. */
  public static void main(String[] args) {
    try (LanceLab lab = LanceLab.open()) {
      int lost = 0;
      for (int i = 0; i < Integer.parseInt(args[1]); i++) {
        lost += step(lab, args[0]);
      }
      System.out.println("lost " + lost);
    }
  }

  /** Adds one; returns how often somebody else came first. */
  static int step(LanceLab lab, String uri) {
    for (int lost = 0; ; lost++) {
      Dataset seen = lab.openHead(uri);
      long value = lab.read(seen).get(0).id();
      try {
        lab.commit(seen, lab.overwriting(seen, List.of(row(value + 1, "counter"))));
        return lost;
      } catch (RuntimeException e) {
        if (!e.getMessage().startsWith("Retryable commit conflict")) {
          throw e;
        }
      }
    }
  }
}
