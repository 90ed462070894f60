package dev.linchpin.observe;

import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.protocol.OperationId;
import java.time.Duration;

/** What operators can watch. Called on the working thread; must not throw and must not block. */
public interface Observer {
  /**
   * An attempt was discarded and the write starts again from Prepare.
   *
   * @param operation the discarded attempt
   * @param attempt which attempt it was, from 1
   * @param cause why
   * @param elapsed the time that the attempt took
   */
  default void restarted(OperationId operation, int attempt, String cause, Duration elapsed) {}

  /**
   * An attempt released its gates.
   *
   * @param operation the attempt
   * @param tables how many table gates it held
   * @param held for how long
   */
  default void gatesReleased(OperationId operation, int tables, Duration held) {}

  /**
   * Recovery dealt with one intent.
   *
   * @param outcome what it found and did
   * @param elapsed how long that took
   */
  default void recovered(IntentOutcome outcome, Duration elapsed) {}

  /**
   * A published write could not remove its sidecar; the next barrier will.
   *
   * @param operation the attempt
   * @param error the store's error
   */
  default void finalizeFailed(OperationId operation, RuntimeException error) {}
}
