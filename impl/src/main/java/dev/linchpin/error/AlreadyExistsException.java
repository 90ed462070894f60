package dev.linchpin.error;

/** The graph exists already; creation never adopts or replaces one. */
public final class AlreadyExistsException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public AlreadyExistsException(String message) {
    super(message, DataState.UNCHANGED, false, "open it, or choose another directory", null);
  }
}
