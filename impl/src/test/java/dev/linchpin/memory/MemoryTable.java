package dev.linchpin.memory;

import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** One table: a chain of immutable versions under Lance's measured conflict matrix. */
final class MemoryTable {
  private record Version(
      TableCommit commit,
      Staged.Kind kind,
      Set<Integer> touched,
      Map<Integer, List<String>> fragments) {}

  private final List<Version> versions = new ArrayList<>();
  private int nextFragment;

  MemoryTable() {
    versions.add(
        new Version(
            new TableCommit.ForeignCommit(1, "creation", "creation"),
            Staged.Kind.OVERWRITE,
            Set.of(),
            Map.of()));
  }

  long head() {
    return versions.size();
  }

  TableCommit commitAt(long version) {
    return at(version).commit();
  }

  List<String> rows(long version) {
    List<String> rows = new ArrayList<>();
    at(version).fragments().values().forEach(rows::addAll);
    Collections.sort(rows);
    return rows;
  }

  private Version at(long version) {
    return versions.get(Math.toIntExact(version - 1));
  }

  /** Lands on top of whatever is there unless the matrix says that the two conflict. */
  CommitResult commit(long readVersion, Staged staged, LongFunction<TableCommit> identity) {
    if (readVersion < 1 || readVersion > head()) {
      throw new IllegalArgumentException("no version " + readVersion);
    }
    Set<Integer> touched = touched(staged, at(readVersion));
    for (long other = readVersion + 1; other <= head(); other++) {
      Optional<String> conflict = conflict(staged.kind(), touched, at(other));
      if (conflict.isPresent()) {
        return new CommitResult.Conflicted(conflict.get() + " at version " + other);
      }
    }
    Map<Integer, List<String>> fragments = new TreeMap<>();
    switch (staged.kind()) {
      case APPEND, CONFIG -> fragments.putAll(at(head()).fragments());
      case UPDATE ->
          at(head())
              .fragments()
              .forEach(
                  (id, rows) ->
                      fragments.put(
                          id,
                          touched.contains(id)
                              ? rows.stream()
                                  .filter(row -> !staged.removed().contains(row))
                                  .toList()
                              : rows));
      case OVERWRITE -> {}
      case RESTORE -> fragments.putAll(at(readVersion).fragments());
    }
    if (!staged.added().isEmpty()) {
      fragments.put(nextFragment++, staged.added());
    }
    versions.add(new Version(identity.apply(head() + 1), staged.kind(), touched, fragments));
    return new CommitResult.Landed(head());
  }

  private static Set<Integer> touched(Staged staged, Version read) {
    Set<Integer> touched = new TreeSet<>();
    read.fragments()
        .forEach(
            (id, rows) -> {
              if (rows.stream().anyMatch(staged.removed()::contains)) {
                touched.add(id);
              }
            });
    return touched;
  }

  private static Optional<String> conflict(Staged.Kind mine, Set<Integer> touched, Version other) {
    return switch (mine) {
      case APPEND, UPDATE ->
          switch (other.kind()) {
            case OVERWRITE, RESTORE -> Optional.of("incompatible with concurrent " + other.kind());
            case UPDATE ->
                Collections.disjoint(touched, other.touched())
                    ? Optional.empty()
                    : Optional.of("Retryable commit conflict with " + other.kind());
            case APPEND, CONFIG -> Optional.empty();
          };
      case OVERWRITE ->
          switch (other.kind()) {
            case OVERWRITE -> Optional.of("Retryable commit conflict with " + other.kind());
            case APPEND, RESTORE, UPDATE, CONFIG -> Optional.empty();
          };
      case RESTORE -> Optional.empty();
      case CONFIG ->
          other.kind() == Staged.Kind.CONFIG
              ? Optional.of("incompatible with concurrent " + other.kind())
              : Optional.empty();
    };
  }
}
