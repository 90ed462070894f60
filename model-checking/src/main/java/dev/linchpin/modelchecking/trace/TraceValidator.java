package dev.linchpin.modelchecking.trace;

import dev.linchpin.modelchecking.TlaValue;
import dev.linchpin.modelchecking.TlaValue.Sequence;
import dev.linchpin.modelchecking.TlaValue.SetOf;
import dev.linchpin.modelchecking.TraceRun;
import dev.linchpin.modelchecking.trace.TraceVerdict.Accepted;
import dev.linchpin.modelchecking.trace.TraceVerdict.Misfit;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks TLC whether the traces of all processes of a run are one behaviour of the specification. */
public final class TraceValidator {
  /** More runs in one module would only make TLC's memory the limit. */
  private static final int BATCH = 200;

  private record Prepared(int number, Cast cast, List<List<Event>> lines) {
    int events() {
      return lines.stream().mapToInt(List::size).sum();
    }
  }

  /** Runs that are judged together. */
  private static final class Batch {
    final Roles roles = new Roles();
    final List<Prepared> runs = new ArrayList<>();

    boolean admit(Prepared run) {
      if (runs.size() == BATCH || !roles.admit(run.cast())) {
        return false;
      }
      runs.add(run);
      return true;
    }
  }

  private TraceValidator() {}

  /**
   * Judges one run.
   *
   * @param files the traces of all processes that have touched the graph since its creation (or
   *     since it was at rest), in any order; also that of the environment, if there is one
   * @return the verdict
   * @throws TraceFormatException if the files are no traces, or do not belong together
   * @throws InterruptedException if the caller is interrupted
   */
  public static TraceVerdict validate(List<TraceFile> files) throws InterruptedException {
    return validateAll(List.of(files)).get(0);
  }

  /**
   * Judges one run whose traces are the NDJSON files of a directory.
   *
   * @param directory the directory
   * @return the verdict
   * @throws TraceFormatException as for {@link #validate(List)}
   * @throws InterruptedException if the caller is interrupted
   */
  public static TraceVerdict validate(Path directory) throws InterruptedException {
    return validate(files(directory));
  }

  /**
   * The traces in a directory.
   *
   * @param directory the directory
   * @return its NDJSON files, in the order of their names
   */
  public static List<TraceFile> files(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".ndjson"))
          .sorted()
          .map(TraceFile::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  /**
   * Judges many runs, as many as fit into one cast in one TLC run: much faster than one by one.
   *
   * @param runs for each run its traces
   * @return for each run its verdict, in the same order
   * @throws TraceFormatException as for {@link #validate(List)}
   * @throws InterruptedException if the caller is interrupted
   */
  public static List<TraceVerdict> validateAll(List<List<TraceFile>> runs)
      throws InterruptedException {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Prepared prepared = prepare(i, runs.get(i));
      if (batches.stream().noneMatch(batch -> batch.admit(prepared))) {
        Batch batch = new Batch();
        batch.admit(prepared);
        batches.add(batch);
      }
    }
    TraceVerdict[] verdicts = new TraceVerdict[runs.size()];
    try {
      for (Batch batch : batches) {
        judge(batch.roles, batch.runs, verdicts);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run TLC", e);
    }
    return Arrays.asList(verdicts);
  }

  private static Prepared prepare(int number, List<TraceFile> files) {
    List<List<RecordedAction>> threads =
        TraceReader.read(files).stream().filter(thread -> !thread.isEmpty()).toList();
    if (threads.isEmpty()) {
      throw new TraceFormatException(
          files.isEmpty() ? "(no file)" : files.get(0).name(), "there is no event in it");
    }
    Cast cast = Cast.of(threads);
    return new Prepared(number, cast, Script.of(cast, threads));
  }

  private static void judge(Roles roles, List<Prepared> group, TraceVerdict[] verdicts)
      throws IOException, InterruptedException {
    TraceRun run =
        TraceRun.of(
            "trace",
            TraceModule.text(
                roles,
                group.stream()
                    .map(one -> TraceModule.trace(roles, one.cast(), one.lines(), List.of()))
                    .toList()));
    if (!run.violated().isEmpty()) {
      broken(roles, group, run, verdicts);
      return;
    }
    Map<Integer, List<Integer>> furthest = new LinkedHashMap<>();
    run.all("FURTHEST").forEach(items -> furthest.put(number(items.get(0)), numbers(items.get(1))));
    for (List<TlaValue> explained : run.all("EXPLAINED")) {
      Prepared one = group.get(number(explained.get(0)) - 1);
      verdicts[one.number()] =
          new Accepted(one.events(), names(explained.get(1)), run.states(), run.elapsed());
    }
    for (int i = 0; i < group.size(); i++) {
      Prepared one = group.get(i);
      if (verdicts[one.number()] == null) {
        verdicts[one.number()] = refusal(roles, one, furthest.get(i + 1), run);
      }
    }
  }

  /** A promise was broken on the way, by one of the runs: the others are judged without it. */
  private static void broken(
      Roles roles, List<Prepared> group, TraceRun run, TraceVerdict[] verdicts)
      throws IOException, InterruptedException {
    if (!run.lastState().containsKey("tid")) {
      throw new IllegalStateException(
          run.violated() + " does not hold where the traces begin, which is the validator's fault");
    }
    Prepared culprit = group.get(number(run.lastState().get("tid")) - 1);
    verdicts[culprit.number()] =
        new Rejected(
            culprit.events(),
            sum(numbers(run.lastState().get("pos"))),
            List.of(),
            new StateWords(culprit.cast(), roles).tell(run.lastState()),
            run.violated(),
            run.elapsed());
    List<Prepared> others = group.stream().filter(one -> one != culprit).toList();
    if (!others.isEmpty()) {
      judge(roles, others, verdicts);
    }
  }

  private static TraceVerdict refusal(
      Roles roles, Prepared one, List<Integer> furthest, TraceRun first)
      throws IOException, InterruptedException {
    TraceRun second =
        TraceRun.of(
            "trace-refusal",
            TraceModule.text(
                roles, List.of(TraceModule.trace(roles, one.cast(), one.lines(), furthest))));
    if (!second.violated().equals("Before")) {
      throw new IllegalStateException("the state before the misfit was not found again");
    }
    List<Misfit> misfits = new ArrayList<>();
    for (List<TlaValue> allowed : second.all("ALLOWED")) {
      int line = number(allowed.get(0)) - 1;
      Event event = one.lines().get(line).get(furthest.get(line));
      Misfit misfit =
          new Misfit(event.source().where(), claims(event), List.copyOf(names(allowed.get(1))));
      if (!misfits.contains(misfit)) {
        misfits.add(misfit);
      }
    }
    return new Rejected(
        one.events(),
        sum(furthest),
        misfits,
        new StateWords(one.cast(), roles).tell(second.lastState()),
        "",
        first.elapsed().plus(second.elapsed()));
  }

  private static String claims(Event event) {
    RecordedAction source = event.source();
    StringBuilder text = new StringBuilder(event.action());
    switch (source.how()) {
      case RETURN -> {}
      case THROW -> text.append(" (which failed)");
      case OPEN -> text.append(" (which was cut off)");
    }
    if (!source.operation().isEmpty()) {
      text.append(" of operation ").append(source.operation());
    }
    if (!source.values().isEmpty()) {
      text.append(", noting ").append(source.values());
    }
    return text.toString();
  }

  private static int number(TlaValue value) {
    return Integer.parseInt(value.toString());
  }

  private static List<Integer> numbers(TlaValue value) {
    return ((Sequence) value).items().stream().map(TraceValidator::number).toList();
  }

  private static int sum(List<Integer> positions) {
    return positions.stream().mapToInt(Integer::intValue).sum();
  }

  private static SortedSet<String> names(TlaValue set) {
    return Collections.unmodifiableSortedSet(
        ((SetOf) set)
            .members().stream()
                .map(TlaValue::toString)
                .collect(Collectors.toCollection(TreeSet::new)));
  }
}
