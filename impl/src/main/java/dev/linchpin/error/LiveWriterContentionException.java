package dev.linchpin.error;

/**
 * An intent of a process that may be alive overlaps this write, and the write's waiting time is
 * over (seed section 4.1).
 */
public final class LiveWriterContentionException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message what is wrong and where
   */
  public LiveWriterContentionException(String message) {
    super(message, DataState.UNCHANGED, true, "retry later, or end the other process", null);
  }
}
