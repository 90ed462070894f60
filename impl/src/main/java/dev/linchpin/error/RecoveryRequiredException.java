package dev.linchpin.error;

/** An unresolved intent stands in the way and this call may not resolve it (seed section 4.1). */
public final class RecoveryRequiredException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public RecoveryRequiredException(String message) {
    super(message, DataState.UNCHANGED, true, "open the graph for writing, or run recover", null);
  }
}
