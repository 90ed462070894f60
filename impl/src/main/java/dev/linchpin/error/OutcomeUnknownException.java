package dev.linchpin.error;

import dev.linchpin.protocol.OperationId;

/**
 * The write's fate is not known to the caller: it may be visible, or somebody may still roll it
 * forward. Saying "failed" would be a lie. The graph's {@code outcome} of the operation id answers
 * later.
 */
public final class OutcomeUnknownException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  private final transient OperationId operation;

  /**
   * Reports it.
   *
   * @param operation the attempt whose fate is open
   * @param message what was lost
   * @param cause the store's error
   */
  public OutcomeUnknownException(OperationId operation, String message, Throwable cause) {
    super(
        message + " (operation " + operation + ")",
        DataState.UNKNOWN,
        false,
        "ask for the outcome of this operation before repeating the request",
        cause);
    this.operation = operation;
  }

  /**
   * The attempt whose fate is open.
   *
   * @return its operation id
   */
  public OperationId operation() {
    return operation;
  }
}
