package dev.linchpin.error;

/** The directory holds no graph. */
public final class NotAGraphException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public NotAGraphException(String message) {
    super(
        message,
        DataState.UNCHANGED,
        false,
        "check the path; if a creation was interrupted there, simply create the graph again",
        null);
  }
}
