package dev.linchpin.cli;

import dev.linchpin.error.LinchpinException;
import java.io.PrintWriter;
import java.util.Objects;

/** How errors look: what happened, what it means for the data, what to do next. */
final class Errors {
  private Errors() {}

  /**
   * Shows an error.
   *
   * @param error any error
   * @param err where to
   * @return the exit status
   */
  static int report(Throwable error, PrintWriter err) {
    if (error instanceof LinchpinException typed) {
      err.println(Style.bad("error: ") + typed.summary());
      err.println("  data:  " + typed.dataState().sentence());
      err.println("  retry: " + (typed.retrySafe() ? "safe" : "not before the cause is settled"));
      err.println("  next:  " + typed.remedy());
      return ExitStatus.OF_ERROR.get(typed.getClass());
    }
    err.println(
        Style.bad("unexpected error: ")
            + Objects.requireNonNullElse(error.getMessage(), error.toString())
            + " ("
            + error.getClass().getSimpleName()
            + ")");
    err.println("  next:  run the command again with --debug, and report what it shows");
    return ExitStatus.UNEXPECTED;
  }
}
