package dev.linchpin.write;

import dev.linchpin.protocol.TableId;
import java.util.Set;

/**
 * What Stage D found.
 *
 * @param passed whether the attempt may arm
 * @param cause why not; empty if it may
 * @param conflict whether a read-set member changed (a caller may ask for a typed error then)
 * @param drifted the written tables whose HEAD is not their pointer
 */
record Revalidation(boolean passed, String cause, boolean conflict, Set<TableId> drifted) {
  static final Revalidation PASSED = new Revalidation(true, "", false, Set.of());

  static Revalidation changed(String mismatch) {
    return new Revalidation(false, mismatch, true, Set.of());
  }

  static Revalidation behindIntent(String cause) {
    return new Revalidation(false, cause, false, Set.of());
  }

  static Revalidation drifted(Set<TableId> tables) {
    return new Revalidation(
        false, "the physical HEAD of " + tables + " is not the published version", false, tables);
  }
}
