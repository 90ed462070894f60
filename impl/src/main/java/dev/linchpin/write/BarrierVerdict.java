package dev.linchpin.write;

import dev.linchpin.error.LiveWriterContentionException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import java.util.function.Predicate;

/** Turns what the barrier left unresolved into the typed error of seed section 4.1, outcome 3. */
final class BarrierVerdict {
  private BarrierVerdict() {}

  /**
   * Throws if an intent that is left overlaps the write.
   *
   * @param report what the barrier did
   * @param overlaps whether the named sidecar overlaps the write
   */
  static void throwIfBlocked(RecoveryReport report, Predicate<String> overlaps) {
    for (IntentOutcome outcome : report.outcomes()) {
      switch (outcome.resolution()) {
        case UNREADABLE ->
            throw new UnsupportedFormatException(
                "recovery sidecar " + outcome.name(),
                outcome.detail() + "; it overlaps every write");
        case REFUSED -> {
          if (overlaps.test(outcome.name())) {
            throw new UnverifiableEffectException(outcome.detail());
          }
        }
        case LEFT_TO_LIVE_OWNER -> {
          if (overlaps.test(outcome.name())) {
            throw new LiveWriterContentionException(outcome.name() + " is " + outcome.detail());
          }
        }
        case ROLLED_FORWARD, CONVERGED, ROLLED_BACK, ABORTED_EMPTY, COMPLETED_BY_ANOTHER -> {}
      }
    }
  }
}
