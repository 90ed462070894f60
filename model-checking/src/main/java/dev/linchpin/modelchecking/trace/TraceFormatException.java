package dev.linchpin.modelchecking.trace;

/**
 * The given files are no traces, or not all of those that belong together. No verdict was reached;
 * the files are untouched.
 */
public final class TraceFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * What is wrong, and where.
   *
   * @param where file and line, for example {@code victim.ndjson:17}
   * @param message what is wrong there and what to do
   */
  TraceFormatException(String where, String message) {
    super(where + ": " + message);
  }
}
