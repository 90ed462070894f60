package dev.linchpin.error;

/**
 * A table moved in a way that exact identities cannot account for: somebody outside the protocol,
 * or a transaction that cannot be read. Never adopted, never dropped; the intent, if any, is kept
 * (seed section 4.1).
 */
public final class UnverifiableEffectException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  /**
   * Reports it.
   *
   * @param message which table, which version, what was found
   */
  public UnverifiableEffectException(String message) {
    super(
        message,
        DataState.UNCHANGED,
        false,
        "other tables stay writable; find out who moved the table, then look at what 'linchpin repair' would do",
        null);
  }
}
