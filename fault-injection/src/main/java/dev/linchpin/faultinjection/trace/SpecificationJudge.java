package dev.linchpin.faultinjection.trace;

import dev.linchpin.modelchecking.SpecActions;
import dev.linchpin.modelchecking.trace.TraceFile;
import dev.linchpin.modelchecking.trace.TraceFormatException;
import dev.linchpin.modelchecking.trace.TraceValidator;
import dev.linchpin.modelchecking.trace.TraceVerdict;
import dev.linchpin.modelchecking.trace.TraceVerdict.Accepted;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Holds the traces of cases against the specification. It collects them while the cases run and has
 * TLC judge them all at the end, many in one run, because that is ten times as fast. Safe for many
 * threads.
 */
public final class SpecificationJudge implements TraceJudge {
  private record Collected(String name, List<TraceFile> files) {}

  private final List<Collected> cases = new ArrayList<>();
  private final int every;
  private int offered;

  /** Takes every case. */
  public SpecificationJudge() {
    this(1);
  }

  /**
   * Takes a sample.
   *
   * @param every one in so many cases
   */
  public SpecificationJudge(int every) {
    this.every = every;
  }

  @Override
  public synchronized List<String> judge(Path traceDirectory) {
    if (offered++ % every == 0) {
      collect(String.valueOf(traceDirectory.getFileName()), TraceValidator.files(traceDirectory));
    }
    return List.of();
  }

  /**
   * Takes one run.
   *
   * @param name what a refusal calls it
   * @param files the traces of all its processes
   */
  public synchronized void collect(String name, List<TraceFile> files) {
    cases.add(new Collected(name, files));
  }

  /**
   * What the specification says of all cases together.
   *
   * @param runs how many were judged
   * @param events how many events they have
   * @param rejected those that are no behaviour of it, told at length
   * @param seen the actions of {@code Next} that were seen in the others
   * @param elapsed wall-clock time of the judgement
   */
  public record Judgement(
      int runs, int events, List<String> rejected, SortedSet<String> seen, Duration elapsed) {
    /**
     * Which actions no case has shown.
     *
     * @return names, in the order of the specification
     */
    public List<String> unseen() {
      return SpecActions.ofNext().stream().filter(action -> !seen.contains(action)).toList();
    }

    /**
     * The judgement in a few lines.
     *
     * @return text
     */
    public String render() {
      StringBuilder text = new StringBuilder();
      text.append(runs)
          .append(" runs, ")
          .append(events)
          .append(" events held against the specification in ")
          .append(elapsed.toMillis() / 1000)
          .append(" s; ")
          .append(rejected.isEmpty() ? "all are behaviours of it" : rejected.size() + " are none")
          .append("\n  actions seen: ")
          .append(String.join(", ", seen))
          .append("\n  not seen here: ")
          .append(String.join(", ", unseen()));
      rejected.forEach(one -> text.append("\n\n").append(one));
      return text.toString();
    }
  }

  /**
   * Judges everything that was collected.
   *
   * @return the judgement
   * @throws TraceFormatException if one of them is no trace, or lacks a process; nothing is judged
   * @throws InterruptedException if the caller is interrupted
   */
  public synchronized Judgement settle() throws InterruptedException {
    long began = System.nanoTime();
    List<String> rejected = new ArrayList<>();
    SortedSet<String> seen = new TreeSet<>();
    int events = 0;
    List<TraceVerdict> verdicts =
        TraceValidator.validateAll(cases.stream().map(Collected::files).toList());
    for (int i = 0; i < verdicts.size(); i++) {
      events += verdicts.get(i).events();
      if (verdicts.get(i) instanceof Accepted accepted) {
        seen.addAll(accepted.actions());
      } else if (verdicts.get(i) instanceof Rejected refusal) {
        rejected.add(cases.get(i).name() + "\n" + refusal.describe());
      }
    }
    return new Judgement(
        cases.size(),
        events,
        List.copyOf(rejected),
        Collections.unmodifiableSortedSet(seen),
        Duration.ofNanos(System.nanoTime() - began));
  }
}
