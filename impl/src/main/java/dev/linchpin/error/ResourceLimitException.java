package dev.linchpin.error;

/** The request exceeds a stated bound and was refused before anything was armed. */
public final class ResourceLimitException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public ResourceLimitException(String message) {
    super(message, DataState.UNCHANGED, false, "split the request", null);
  }
}
