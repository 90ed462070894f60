package dev.linchpin.faultinjection.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Decides whether the traces of a case are a behaviour of the specification. */
@FunctionalInterface
public interface TraceJudge {
  /**
   * Two judges of the same cases.
   *
   * @param one asked first
   * @param other asked second
   * @return finds what either finds
   */
  static TraceJudge both(TraceJudge one, TraceJudge other) {
    return traceDirectory -> {
      List<String> found = new ArrayList<>(one.judge(traceDirectory));
      found.addAll(other.judge(traceDirectory));
      return found;
    };
  }

  /** Finds nothing. */
  TraceJudge NONE = traceDirectory -> List.of();

  /**
   * Judges the traces of one case; a case with findings has failed. Called by several threads, one
   * directory each.
   *
   * @param traceDirectory a directory as {@link CaseTraces} describes it; it may be gone after the
   *     call
   * @return what does not fit, for people; empty if everything does
   */
  List<String> judge(Path traceDirectory);
}
