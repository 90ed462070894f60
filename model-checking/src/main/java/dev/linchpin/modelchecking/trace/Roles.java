package dev.linchpin.modelchecking.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One cast for many runs. What an attempt reads and writes, and whose it is, are constants of the
 * specification; so each run's attempts are given the names of roles that have the same constants,
 * and the cast has as many of each role as any of its runs needs. Names that a run does not use
 * never act in it.
 */
final class Roles {
  /** More names make every state larger; more casts make more TLC runs. */
  private static final int ENOUGH = 14;

  /**
   * What the specification's constants say of an attempt.
   *
   * @param owner its process
   * @param kinds kind of transaction by table: what it writes
   * @param reads tables that it only reads
   * @param informed whether its barrier knew its tables
   */
  record Role(String owner, Map<String, String> kinds, Set<String> reads, boolean informed) {
    static Role of(Cast.Attempt attempt) {
      Set<String> reads = new TreeSet<>(attempt.tokens().keySet());
      reads.removeAll(attempt.kinds().keySet());
      return new Role(attempt.owner(), attempt.kinds(), reads, attempt.informed());
    }
  }

  private final Map<Role, Integer> counts = new LinkedHashMap<>();
  private int tables = 1;
  private int processes = 1;

  private static Map<Role, Integer> counts(Cast cast) {
    Map<Role, Integer> counts = new LinkedHashMap<>();
    cast.attempts().values().forEach(attempt -> counts.merge(Role.of(attempt), 1, Integer::sum));
    return counts;
  }

  /**
   * Takes one more run in, unless that would make the cast too large.
   *
   * @param cast the run's own cast
   * @return whether it was taken in; the first one always is
   */
  boolean admit(Cast cast) {
    Map<Role, Integer> merged = new LinkedHashMap<>(counts);
    counts(cast).forEach((role, count) -> merged.merge(role, count, Math::max));
    int size = merged.values().stream().mapToInt(Integer::intValue).sum();
    if (!counts.isEmpty() && size > Math.max(ENOUGH, cast.attempts().size())) {
      return false;
    }
    counts.putAll(merged);
    tables = Math.max(tables, cast.tables().size());
    processes = Math.max(processes, cast.processes().size());
    return true;
  }

  /** The names of the cast, each with its role. */
  Map<String, Role> names() {
    Map<String, Role> names = new LinkedHashMap<>();
    counts.forEach(
        (role, count) -> {
          for (int i = 0; i < count; i++) {
            names.put("o" + (names.size() + 1), role);
          }
        });
    return names;
  }

  /** For each of a run's own names the name of the cast that it is given. */
  Map<String, String> given(Cast cast) {
    Map<Role, List<String>> free = new LinkedHashMap<>();
    names().forEach((name, role) -> free.computeIfAbsent(role, r -> new ArrayList<>()).add(name));
    Map<String, String> given = new TreeMap<>();
    cast.attempts()
        .values()
        .forEach(attempt -> given.put(attempt.name(), free.get(Role.of(attempt)).remove(0)));
    return given;
  }

  List<String> tables() {
    return numbered("t", tables);
  }

  List<String> processes() {
    return numbered("p", processes);
  }

  private static List<String> numbered(String letter, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add(letter + i);
    }
    return names;
  }
}
