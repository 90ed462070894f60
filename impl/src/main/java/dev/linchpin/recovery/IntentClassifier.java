package dev.linchpin.recovery;

import dev.linchpin.protocol.EffectMovement;

/**
 * The recovery truth table as one total function, first matching row wins. No I/O.
 *
 * <table>
 * <caption>From evidence to verdict</caption>
 * <tr><th>evidence</th><th>verdict</th></tr>
 * <tr><td>commit id visible</td><td>converge</td></tr>
 * <tr><td>branch re-created under the same name, own effect</td><td>refuse</td></tr>
 * <tr><td>confirmed, captured authority unchanged</td><td>roll forward, whatever landed on top since</td></tr>
 * <tr><td>foreign movement, own effect buried under it, or unverifiable</td><td>refuse</td></tr>
 * <tr><td>no effect on any table</td><td>abort empty</td></tr>
 * <tr><td>own effect at HEAD, or compensated already</td><td>roll back</td></tr>
 * </table>
 */
public final class IntentClassifier {
  private IntentClassifier() {}

  /**
   * Decides.
   *
   * @param evidence all that is known, of one manifest read
   * @return the verdict; numbers alone never lead to one
   */
  public static Verdict classify(Evidence evidence) {
    if (evidence.commitVisible()) {
      return Verdict.CONVERGE;
    }
    if (!evidence.sameIncarnation()
        && evidence.movements().stream().anyMatch(IntentClassifier::isOwn)) {
      return Verdict.REFUSE;
    }
    if (evidence.confirmed() && evidence.authorityUnchanged()) {
      return Verdict.ROLL_FORWARD;
    }
    if (evidence.movements().stream().anyMatch(IntentClassifier::unaccountable)) {
      return Verdict.REFUSE;
    }
    if (evidence.movements().stream().allMatch(movement -> movement == EffectMovement.NONE)) {
      return Verdict.ABORT_EMPTY;
    }
    return Verdict.ROLL_BACK;
  }

  private static boolean isOwn(EffectMovement movement) {
    return switch (movement) {
      case OWN_AT_HEAD, OWN_BURIED -> true;
      case NONE, COMPENSATED, FOREIGN, UNVERIFIABLE -> false;
    };
  }

  private static boolean unaccountable(EffectMovement movement) {
    return switch (movement) {
      case OWN_BURIED, FOREIGN, UNVERIFIABLE -> true;
      case NONE, OWN_AT_HEAD, COMPENSATED -> false;
    };
  }
}
