package dev.linchpin.error;

/**
 * The write would break a constraint of the schema: a key, a unique or required property, an
 * endpoint, a cardinality.
 */
public final class ConstraintViolationException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public ConstraintViolationException(String message) {
    super(message, DataState.UNCHANGED, false, "correct the input", null);
  }
}
