package dev.linchpin.faultinjection.point;

import dev.linchpin.faultinjection.point.AnnotatedMethod.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns the lines that {@link PointHelper} has written into crash points. */
public final class Recording {
  private Recording() {}

  /**
   * The points of a recorded run, in the order in which they were reached.
   *
   * @param lines the recording
   * @param methods the annotated methods
   * @return one point a line
   */
  public static List<CrashPoint> points(List<String> lines, Collection<AnnotatedMethod> methods) {
    Map<String, AnnotatedMethod> byKey =
        methods.stream().collect(Collectors.toMap(AnnotatedMethod::key, Function.identity()));
    Map<String, Integer> seen = new HashMap<>();
    List<CrashPoint> points = new ArrayList<>();
    for (String line : lines) {
      CrashPoint first = parse(line, byKey, 1);
      int occurrence = seen.merge(first.id(), 1, Integer::sum);
      points.add(parse(line, byKey, occurrence));
    }
    return points;
  }

  private static CrashPoint parse(String line, Map<String, AnnotatedMethod> byKey, int occurrence) {
    String[] parts = line.split("\t", -1);
    AnnotatedMethod method = parts.length == 5 ? byKey.get(parts[2]) : null;
    if (method == null) {
      throw new IllegalStateException("not a line of a recording: " + line);
    }
    Moment moment = null;
    for (Moment candidate : Moment.values()) {
      moment = candidate.text().equals(parts[3]) ? candidate : moment;
    }
    return new CrashPoint(
        method.kind() == Kind.ACTION ? method.name() : parts[1],
        method.kind() == Kind.ACTION ? Optional.empty() : Optional.of(method.name()),
        occurrence,
        moment,
        method,
        Integer.parseInt(parts[4]));
  }

  /**
   * Whether a killed child died exactly where it should.
   *
   * @param lines what it has written
   * @param point where it should have died
   * @return empty if it did; otherwise what happened instead
   */
  public static Optional<String> discrepancy(List<String> lines, CrashPoint point) {
    String expected =
        String.join(
            "\t",
            "killed",
            point.action(),
            point.method().key(),
            point.moment().text(),
            Integer.toString(point.hit()));
    return lines.equals(List.of(expected))
        ? Optional.empty()
        : Optional.of("expected [" + expected + "], the child wrote " + lines);
  }
}
