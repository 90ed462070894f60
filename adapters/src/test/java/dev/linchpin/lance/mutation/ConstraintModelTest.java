package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.protocol.PreparedWrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import net.jqwik.api.statistics.Statistics;

/**
 * The validators against brute force: apply the change to a model, look at the whole result, and
 * expect exactly the verdict that this gives. jqwik prints the seed of a failure and shrinks it.
 */
class ConstraintModelTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("A", "key", PropertyType.INT64, t -> t.unique("mark", PropertyType.INT64))
          .node("B", "key", PropertyType.INT64, t -> {})
          .edge("e", "A", "B", t -> t.outgoing(0, 2).incoming(1, 3))
          .build();

  private enum Verb {
    INSERT,
    UPSERT,
    DELETE,
    OVERWRITE
  }

  /** One change of one type: keys with two numbers each, a mark or the endpoints. */
  record Change(String type, Verb verb, Map<Long, Tuple2<Long, Long>> rows) {}

  private static final List<Change> START =
      List.of(
          new Change("A", Verb.INSERT, Map.of(0L, pair(0, 0), 1L, pair(1, 0), 2L, pair(2, 0))),
          new Change("B", Verb.INSERT, Map.of(0L, pair(0, 0), 1L, pair(0, 0))),
          new Change("e", Verb.INSERT, Map.of(0L, pair(0, 0), 1L, pair(1, 1), 2L, pair(0, 1))));

  private static Tuple2<Long, Long> pair(long first, long second) {
    return Tuple.of(first, second);
  }

  private record Edge(long from, long to) {}

  private static final class Model {
    private final Map<Long, Long> a = new TreeMap<>();
    private final Set<Long> b = new HashSet<>();
    private final Map<Long, Edge> edges = new TreeMap<>();

    private Model copy() {
      Model copy = new Model();
      copy.a.putAll(a);
      copy.b.addAll(b);
      copy.edges.putAll(edges);
      return copy;
    }

    private boolean has(String type, long key) {
      return type.equals("A")
          ? a.containsKey(key)
          : type.equals("B") ? b.contains(key) : edges.containsKey(key);
    }

    private void put(String type, long key, Tuple2<Long, Long> row) {
      switch (type) {
        case "A" -> a.put(key, mark(row));
        case "B" -> b.add(key);
        default -> edges.put(key, new Edge(row.get1(), row.get2()));
      }
    }

    private void remove(String type, long key) {
      a.keySet().removeIf(k -> type.equals("A") && k == key);
      b.removeIf(k -> type.equals("B") && k == key);
      edges.keySet().removeIf(k -> type.equals("e") && k == key);
    }

    private void clear(String type) {
      a.keySet().removeIf(k -> type.equals("A"));
      b.removeIf(k -> type.equals("B"));
      edges.keySet().removeIf(k -> type.equals("e"));
    }

    private boolean holds() {
      List<Long> marks = a.values().stream().filter(Objects::nonNull).toList();
      return new HashSet<>(marks).size() == marks.size()
          && edges.values().stream().allMatch(e -> a.containsKey(e.from()) && b.contains(e.to()))
          && a.keySet().stream().allMatch(k -> degree(Edge::from, k) <= 2)
          && b.stream().allMatch(k -> degree(Edge::to, k) >= 1 && degree(Edge::to, k) <= 3);
    }

    private long degree(Function<Edge, Long> side, long key) {
      return edges.values().stream().filter(edge -> side.apply(edge) == key).count();
    }
  }

  /** Rows without a mark are as likely as any mark. */
  private static Long mark(Tuple2<Long, Long> row) {
    return row.get1() == 0 ? null : row.get1();
  }

  @Provide
  Arbitrary<List<List<Change>>> writes() {
    Arbitrary<Long> number = Arbitraries.longs().between(0, 3);
    Arbitrary<Long> endpoint =
        Arbitraries.frequency(Tuple.of(5, 0L), Tuple.of(5, 1L), Tuple.of(2, 2L), Tuple.of(1, 3L));
    Arbitrary<Map<Long, Tuple2<Long, Long>>> rows =
        Arbitraries.maps(number, Combinators.combine(endpoint, endpoint).as(Tuple::of))
            .ofMinSize(1)
            .ofMaxSize(2);
    Arbitrary<Verb> verb =
        Arbitraries.frequency(
            Tuple.of(2, Verb.INSERT),
            Tuple.of(7, Verb.UPSERT),
            Tuple.of(4, Verb.DELETE),
            Tuple.of(1, Verb.OVERWRITE));
    Function<String, Arbitrary<Optional<Change>>> maybe =
        type -> Combinators.combine(verb, rows).as((v, r) -> new Change(type, v, r)).optional(0.35);
    Arbitrary<List<Change>> write =
        Combinators.combine(maybe.apply("A"), maybe.apply("B"), maybe.apply("e"))
            .as((a, b, e) -> Stream.of(a, b, e).flatMap(Optional::stream).toList());
    return write.list().ofMinSize(4).ofMaxSize(9);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.BOUNDED)
  void aWriteIsAcceptedIfAndOnlyIfTheGraphThatItLeavesObeysEveryConstraint(
      @ForAll("writes") List<List<Change>> writes) {
    try (GraphFixture graph = new GraphFixture(SCHEMA)) {
      // A populated graph to start from: an empty one would reject most writes for dull reasons.
      Model model = new Model();
      for (Change change : START) {
        apply(model, change);
      }
      assertThat(offer(graph, START)).isTrue();
      for (List<Change> write : writes) {
        Model next = model.copy();
        boolean strict = true;
        for (Change change : write) {
          strict &= apply(next, change);
        }
        boolean expected = strict && next.holds();
        boolean accepted = offer(graph, write);
        assertThat(accepted).as("%s on %s", write, describe(model)).isEqualTo(expected);
        if (!write.isEmpty()) {
          Statistics.label("accepted")
              .collect(accepted)
              .coverage(
                  both -> {
                    both.check(true).percentage(share -> share >= 5);
                    both.check(false).percentage(share -> share >= 5);
                  });
        }
        model = accepted ? next : model;
        assertThat(read(graph)).isEqualTo(describe(model));
      }
    }
  }

  /** Returns false for a strict insert of a key that is there. */
  private static boolean apply(Model model, Change change) {
    if (change.verb() == Verb.OVERWRITE) {
      model.clear(change.type());
    }
    boolean strict = true;
    for (Map.Entry<Long, Tuple2<Long, Long>> row : change.rows().entrySet()) {
      if (change.verb() == Verb.DELETE) {
        model.remove(change.type(), row.getKey());
      } else {
        strict &= change.verb() != Verb.INSERT || !model.has(change.type(), row.getKey());
        model.put(change.type(), row.getKey(), row.getValue());
      }
    }
    return strict;
  }

  private static boolean offer(GraphFixture graph, List<Change> write) {
    PreparedWrite prepared;
    try {
      prepared = graph.plan(tx -> write.forEach(change -> call(tx, change)));
    } catch (ConstraintViolationException refused) {
      return false;
    }
    graph.commit(prepared);
    return true;
  }

  private static void call(Mutation tx, Change change) {
    List<Row> rows = new ArrayList<>();
    List<Object> keys = new ArrayList<>();
    change
        .rows()
        .forEach(
            (key, row) -> {
              Object identity = change.type().equals("e") ? "e" + key : key;
              keys.add(identity);
              rows.add(
                  switch (change.type()) {
                    case "A" -> Row.of("key", key, "mark", mark(row));
                    case "B" -> Row.of("key", key);
                    default -> Row.of("id", identity, "from", row.get1(), "to", row.get2());
                  });
            });
    switch (change.verb()) {
      case INSERT -> tx.insert(change.type(), rows);
      case UPSERT -> tx.upsert(change.type(), rows);
      case OVERWRITE -> tx.overwrite(change.type(), rows);
      case DELETE -> tx.delete(change.type(), keys);
    }
  }

  private static Set<String> read(GraphFixture graph) {
    Set<String> found = new HashSet<>();
    try (Snapshot snapshot = graph.snapshot()) {
      snapshot
          .rows("A")
          .toList()
          .forEach(row -> found.add("A" + row.get("key") + ":" + row.get("mark")));
      snapshot.rows("B").toList().forEach(row -> found.add("B" + row.get("key")));
      snapshot
          .rows("e")
          .toList()
          .forEach(row -> found.add(row.get("id") + ":" + row.get("from") + ">" + row.get("to")));
    }
    return found;
  }

  private static Set<String> describe(Model model) {
    Set<String> all = new HashSet<>();
    model.a.forEach((key, mark) -> all.add("A" + key + ":" + mark));
    model.b.forEach(key -> all.add("B" + key));
    model.edges.forEach((key, e) -> all.add("e" + key + ":" + e.from() + ">" + e.to()));
    return all;
  }
}
