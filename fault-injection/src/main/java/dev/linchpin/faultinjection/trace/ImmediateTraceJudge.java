package dev.linchpin.faultinjection.trace;

import dev.linchpin.modelchecking.trace.TraceFormatException;
import dev.linchpin.modelchecking.trace.TraceValidator;
import dev.linchpin.modelchecking.trace.TraceVerdict;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import java.nio.file.Path;
import java.util.List;

/** Holds each case's traces against the specification at once, so that the case itself fails. */
public final class ImmediateTraceJudge implements TraceJudge {
  private static final String MARK = "not a behaviour of the specification: ";

  /** A judge. */
  public ImmediateTraceJudge() {}

  @Override
  public List<String> judge(Path traceDirectory) {
    try {
      TraceVerdict verdict = TraceValidator.validate(traceDirectory);
      return verdict instanceof Rejected rejected ? List.of(MARK + rejected.describe()) : List.of();
    } catch (TraceFormatException wrong) {
      return List.of(MARK + wrong.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a trace was judged", e);
    }
  }

  /**
   * Whether a finding is one of this judge's.
   *
   * @param finding any finding
   * @return true if so
   */
  public static boolean isOurs(String finding) {
    return finding.startsWith(MARK);
  }
}
