package dev.linchpin.error;

/**
 * The store failed. Where this error leaves a write's fate open, the caller gets {@link
 * OutcomeUnknownException} instead.
 */
public final class StorageException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports a failure before any physical effect.
   *
   * @param message what failed and where
   * @param cause the store's error, or null
   */
  public StorageException(String message, Throwable cause) {
    this(message, DataState.UNCHANGED, cause);
  }

  /**
   * Reports a failure.
   *
   * @param message what failed and where
   * @param dataState what is known of the data
   * @param cause the store's error, or null
   */
  public StorageException(String message, DataState dataState, Throwable cause) {
    super(
        message,
        dataState,
        dataState != DataState.UNKNOWN,
        dataState == DataState.UNKNOWN
            ? "look at the store's own error, then at what the graph shows before you repeat the request"
            : "look at the store's own error, then retry",
        cause);
  }
}
