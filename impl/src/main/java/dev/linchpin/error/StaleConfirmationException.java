package dev.linchpin.error;

/**
 * A repair was confirmed for a state that is not there (any more), so that it would discard what
 * nobody has looked at.
 */
public final class StaleConfirmationException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is different from what was confirmed
   */
  public StaleConfirmationException(String message) {
    super(
        message,
        DataState.UNCHANGED,
        false,
        "look at a new preview, and confirm that one if it is what you want",
        null);
  }
}
