package dev.linchpin.protocol;

import java.util.Objects;

/**
 * What recovery may do with an intent that is armed but not confirmed (seed sections 2.5 and 5). A
 * confirmed intent rolls forward whenever its captured authority still holds; that needs no choice.
 *
 * @param armedDirection the adapter's declared direction
 */
public record RecoveryPlan(Direction armedDirection) {
  /** The direction is required. */
  public RecoveryPlan {
    Objects.requireNonNull(armedDirection, "armedDirection");
  }

  /** The legal directions for an armed intent with effects. */
  public enum Direction {
    /** Compensate every own effect; publish nothing but the realigned pointers. */
    ROLL_BACK
  }
}
