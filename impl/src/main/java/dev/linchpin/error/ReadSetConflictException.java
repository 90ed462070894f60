package dev.linchpin.error;

/**
 * A value that the write depended on changed, and the caller asked for no restart (seed section
 * 4.4).
 */
public final class ReadSetConflictException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message which member changed
   * @param dataState {@link LinchpinException.DataState#UNCHANGED} before effects, {@link
   *     LinchpinException.DataState#NOT_PUBLISHED} after
   */
  public ReadSetConflictException(String message, DataState dataState) {
    super(message, dataState, true, "retry against the new state", null);
  }
}
