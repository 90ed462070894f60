package dev.linchpin.lance;

import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A graph of people and who knows whom as plain maps, with its constraints written down once more:
 * a unique email, edges between people that exist, at most two outgoing edges.
 *
 * @param people name to email, which may be absent
 * @param knows edge id to its endpoints
 */
record GraphModel(Map<String, Optional<String>> people, Map<String, GraphModel.Ends> knows) {
  static final int MOST_OUTGOING = 2;

  static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("Person", "name", PropertyType.UTF8, t -> t.unique("email", PropertyType.UTF8))
          .edge("Knows", "Person", "Person", t -> t.outgoing(0, MOST_OUTGOING))
          .build();

  /** An edge's endpoints. */
  record Ends(String from, String to) {}

  GraphModel {
    people = new TreeMap<>(people);
    knows = new TreeMap<>(knows);
  }

  static GraphModel empty() {
    return new GraphModel(Map.of(), Map.of());
  }

  GraphModel copy() {
    return new GraphModel(people, knows);
  }

  boolean legal() {
    long emails = people.values().stream().flatMap(Optional::stream).count();
    long distinct = people.values().stream().flatMap(Optional::stream).distinct().count();
    boolean ends =
        knows.values().stream()
            .allMatch(e -> people.containsKey(e.from()) && people.containsKey(e.to()));
    boolean outgoing =
        people.keySet().stream()
            .allMatch(
                p ->
                    knows.values().stream().filter(e -> Objects.equals(e.from(), p)).count()
                        <= MOST_OUTGOING);
    return emails == distinct && ends && outgoing;
  }

  static GraphModel of(Snapshot snapshot) {
    GraphModel read = empty();
    try (RowCursor people = snapshot.rows("Person")) {
      while (people.hasNext()) {
        Row row = people.next();
        if (read.people().put(row.string("name"), Optional.ofNullable(row.string("email")))
            != null) {
          throw new AssertionError("two rows of " + row);
        }
      }
    }
    try (RowCursor edges = snapshot.rows("Knows")) {
      while (edges.hasNext()) {
        Row row = edges.next();
        if (read.knows().put(row.string("id"), new Ends(row.string("from"), row.string("to")))
            != null) {
          throw new AssertionError("two rows of " + row);
        }
      }
    }
    return read;
  }
}
