package dev.linchpin.error;

/**
 * The input is malformed: an unknown type or property, a wrong Arrow type, a name that cannot be.
 */
public final class InvalidInputException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public InvalidInputException(String message) {
    super(message, DataState.UNCHANGED, false, "correct the input", null);
  }
}
