package dev.linchpin.error;

/**
 * A manifest or sidecar is garbage, truncated or of a newer format: refused, left untouched, never
 * guessed at.
 */
public final class UnsupportedFormatException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param where which object
   * @param reason what is wrong with it
   */
  public UnsupportedFormatException(String where, String reason) {
    super(
        where + ": " + reason,
        DataState.UNCHANGED,
        false,
        "use the version of Linchpin that wrote it, or inspect the object by hand; it was left as it is",
        null);
  }
}
