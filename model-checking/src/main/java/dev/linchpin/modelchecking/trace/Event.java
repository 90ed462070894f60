package dev.linchpin.modelchecking.trace;

import dev.linchpin.modelchecking.trace.RecordedAction.How;
import java.util.List;

/**
 * One event as {@code TraceCheck.tla} sees it.
 *
 * @param source what it was made from
 * @param action the specification's action
 * @param how how it ended
 * @param operation short name of the attempt, or empty
 * @param process short name of the acting process
 * @param table short name of the table, or empty
 * @param n the first number that it noted: a version
 * @param m the second one
 * @param s the outcome that it noted, in the specification's words
 * @param gates tables whose gates it took, in that order
 * @param need for each line, how many of its events had ended before this one began
 */
record Event(
    RecordedAction source,
    String action,
    How how,
    String operation,
    String process,
    String table,
    long n,
    long m,
    String s,
    List<String> gates,
    List<Integer> need) {
  Event needing(List<Integer> counts) {
    return new Event(source, action, how, operation, process, table, n, m, s, gates, counts);
  }
}
