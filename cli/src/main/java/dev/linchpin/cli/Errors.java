package dev.linchpin.cli;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.modelchecking.trace.TraceFormatException;
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
    if (error instanceof TraceFormatException wrong) {
      err.println(Style.bad("error: ") + wrong.getMessage());
      err.println("  data:  the traces were only read");
      err.println("  retry: not before the cause is settled");
      err.println("  next:  give it the trace files of all processes of one run, unchanged");
      return ExitStatus.OF_ERROR.get(InvalidInputException.class);
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
