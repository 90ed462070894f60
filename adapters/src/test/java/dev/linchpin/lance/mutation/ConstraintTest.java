package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.lance.Condition;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.Cardinality;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.protocol.PreparedWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each validator: what it lets pass, what it refuses and how it names it, and which tables it makes
 * members of the read set.
 */
class ConstraintTest {
  /** Persons own at least one and at most three pets, a pet has one owner; persons know persons. */
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node(
              "Person",
              "name",
              PropertyType.UTF8,
              t ->
                  t.property(Property.required("age", PropertyType.INT32))
                      .unique("mail", PropertyType.UTF8))
          .node("Pet", "tag", PropertyType.INT64, t -> t.optional("kind", PropertyType.UTF8))
          .node("Shop", "name", PropertyType.UTF8, t -> {})
          .edge("knows", "Person", "Person", t -> t.optional("since", PropertyType.DATE32))
          .edge("owns", "Person", "Pet", t -> t.outgoing(0, 3).incoming(1, 1))
          .edge("sells", "Shop", "Pet", t -> t.incoming(0, Cardinality.UNBOUNDED).outgoing(1, 2))
          .build();

  private GraphFixture graph;

  @BeforeEach
  void twoPersonsKnowEachOtherAndOneOwnsAPet() {
    graph = new GraphFixture(SCHEMA);
    graph.write(
        tx -> {
          tx.insert("Person", person("Ann", "ann@x"), person("Bob", "bob@x"), person("Cleo", null));
          tx.insert("Pet", Row.of("tag", 1, "kind", "cat"));
          tx.insert("knows", edge("k1", "Ann", "Bob"), edge("k2", "Bob", "Ann"));
          tx.insert("owns", edge("o1", "Ann", 1));
        });
  }

  @AfterEach
  void close() {
    graph.close();
  }

  private static Row person(String name, String mail) {
    return Row.of("name", name, "age", 30, "mail", mail);
  }

  private static Row edge(String id, Object from, Object to) {
    return Row.of("id", id, "from", from, "to", to);
  }

  private void refused(Consumer<Mutation> change, String... words) {
    long version = graph.state().version();
    assertThatThrownBy(() -> graph.plan(change))
        .isInstanceOf(ConstraintViolationException.class)
        .hasMessageContainingAll(words);
    assertThat(graph.state().version()).isEqualTo(version);
    SCHEMA
        .types()
        .forEach(
            type ->
                assertThat(graph.head(type.name()).version())
                    .as("no table's HEAD moves in Prepare")
                    .isEqualTo(graph.physicalHead(type.name())));
  }

  private PreparedWrite reads(Consumer<Mutation> change, String... types) {
    PreparedWrite write = graph.plan(change);
    assertThat(GraphFixture.readSet(write)).containsExactlyInAnyOrder(types);
    write
        .readSet()
        .tables()
        .forEach((table, token) -> assertThat(token).isEqualTo(graph.state().head(table).token()));
    return write;
  }

  @Test
  void aStrictInsertOfAnExistingKeyIsRefusedAndAnUpsertReplacesTheWholeRow() {
    refused(
        tx -> tx.insert("Person", person("Ann", null), person("Dan", null)),
        "type Person, property name: 1 value inserted but there already: 'Ann'");
    graph.commit(reads(tx -> tx.upsert("Person", person("Ann", null)), "Person"));
    try (Snapshot snapshot = graph.snapshot()) {
      Row ann = snapshot.get("Person", "Ann").orElseThrow();
      assertThat(ann.get("mail")).isNull();
      assertThat(snapshot.count("Person")).isEqualTo(3);
    }
  }

  @Test
  void aKeyThatComesTwiceInOneWriteIsRefusedAlsoAcrossCalls() {
    refused(
        tx -> tx.insert("Person", person("Dan", null), person("Dan", null)),
        "type Person, property name: 1 value given twice in one write: 'Dan'");
    refused(
        tx -> {
          tx.upsert("Person", person("Dan", null));
          tx.insert("Person", person("Dan", null));
        },
        "given twice in one write: 'Dan'");
    refused(
        tx -> {
          tx.delete("Person", "Cleo");
          tx.upsert("Person", person("Cleo", null));
        },
        "given to be written and to be deleted in one write: 'Cleo'");
    refused(
        tx -> {
          tx.upsert("Person", person("Cleo", null));
          tx.delete("Person", "Cleo");
        },
        "given to be written and to be deleted in one write: 'Cleo'");
    refused(tx -> tx.delete("Person", "Cleo", "Cleo"), "given twice in one write: 'Cleo'");
    refused(
        tx -> {
          tx.upsert("Person", person("Cleo", null));
          tx.deleteWhere("Person", Condition.equal("name", "Cleo"));
        },
        "given to be written and to be deleted in one write: 'Cleo'");
  }

  @Test
  void manyOffendersAreCountedInFullAndShownByASample() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(person("p" + i % 1_500, null));
    }
    refused(
        tx -> tx.insert("Person", rows),
        "1500 values given twice in one write: 'p0', 'p1', 'p2', 'p3', 'p4', ...");
  }

  @Test
  void anErrorThatTheCallerSwallowsStillFailsTheWrite() {
    refused(
        tx -> {
          try {
            tx.upsert("Person", person("Ann", null), Row.of("name", "Eve"));
          } catch (ConstraintViolationException swallowed) {
            // What follows must not delete Ann's row on the strength of half a call.
          }
        },
        "type Person, property age: 1 value missing in the rows of keys: 'Eve'");
  }

  @Test
  void aMissingRequiredValueIsRefused() {
    refused(
        tx -> tx.insert("Person", Row.of("name", "Dan"), Row.of("name", "Eve", "age", null)),
        "type Person, property age: 2 values missing in the rows of keys: 'Dan', 'Eve'");
    refused(
        tx -> tx.insert("Person", Row.of("age", 3)), "type Person, property name: 1 value missing");
    refused(
        tx -> tx.insert("knows", Row.of("from", "Ann")),
        "type knows, property to: 1 value missing");
  }

  @Test
  void aUniqueValueIsRefusedTwiceInABatchAndAgainstOthersButMayMoveWithItsRow() {
    refused(
        tx -> tx.insert("Person", person("Dan", "d@x"), person("Eve", "d@x")),
        "type Person, property mail: 1 value not unique within the write: 'd@x'");
    refused(
        tx -> tx.insert("Person", person("Dan", "ann@x")),
        "type Person, property mail: 1 value unique and taken by another row: 'ann@x'");
    refused(
        tx -> tx.upsert("Person", person("Bob", "ann@x")),
        "unique and taken by another row: 'ann@x'");
    graph.write(tx -> tx.upsert("Person", person("Bob", "ann@x"), person("Ann", "bob@x")));
    graph.write(
        tx -> {
          tx.insert("Person", person("Dan", null), person("Eve", null));
          tx.delete("Person", "Cleo");
        });
    graph.write(
        tx ->
            tx.overwrite(
                "Person", person("Ann", "ann@x"), person("Bob", "bob@x"), person("Z", null)));
    refused(
        tx ->
            tx.overwrite(
                "Person", person("Ann", "ann@x"), person("Bob", "ann@x"), person("Z", null)),
        "not unique within the write: 'ann@x'");
  }

  @Test
  void aDanglingEndpointIsRefusedAndOneInsertedInTheSameWriteIsNot() {
    refused(
        tx -> tx.insert("knows", edge("k3", "Ann", "Nobody"), edge("k4", "Nix", "Nobody")),
        "type knows, property from: 1 value without a node of type Person: 'Nix'",
        "type knows, property to: 1 value without a node of type Person: 'Nobody'");
    refused(
        tx -> {
          tx.delete("Person", "Cleo");
          tx.insert("knows", edge("k3", "Ann", "Cleo"));
        },
        "without a node of type Person: 'Cleo'");
    refused(
        tx -> {
          tx.deleteWhere("Person", Condition.equal("name", "Cleo"));
          tx.upsert("knows", edge("k3", "Cleo", "Ann"));
        },
        "without a node of type Person: 'Cleo'");
    refused(
        tx -> {
          tx.overwrite("Person", person("Ann", null), person("Bob", null));
          tx.insert("knows", edge("k3", "Cleo", "Ann"));
        },
        "without a node of type Person: 'Cleo'");
    reads(tx -> tx.insert("knows", edge("k3", "Ann", "Cleo")), "knows", "Person");
    graph.commit(
        reads(
            tx -> {
              tx.insert("knows", edge("k3", "Dan", "Ann"));
              tx.insert("Person", person("Dan", null));
            },
            "knows",
            "Person"));
  }

  @Test
  void deletingANodeThatAnEdgeNeedsIsRefusedWhicheverWayItIsDeleted() {
    refused(
        tx -> tx.delete("Person", "Bob"),
        "type knows, property from: 1 value left without its node of type Person: 'Bob'",
        "type knows, property to: 1 value left without its node of type Person: 'Bob'");
    refused(
        tx -> tx.deleteWhere("Person", Condition.equal("mail", "ann@x")),
        "type owns, property from: 1 value left without its node of type Person: 'Ann'");
    refused(
        tx -> tx.overwrite("Person", person("Ann", null)),
        "left without its node of type Person: 'Bob'");
    refused(
        tx -> {
          tx.delete("Person", "Bob");
          tx.delete("knows", "k1");
        },
        "type knows, property from: 1 value left without its node of type Person: 'Bob'");
    reads(tx -> tx.delete("Person", "Cleo"), "Person", "knows", "owns");
    graph.commit(
        reads(
            tx -> {
              tx.delete("Person", "Bob");
              tx.delete("knows", "k1", "k2");
            },
            "Person",
            "knows",
            "owns"));
    try (Snapshot snapshot = graph.snapshot()) {
      assertThat(snapshot.count("knows")).isZero();
      assertThat(snapshot.get("Person", "Bob")).isEmpty();
    }
  }

  @Test
  void anEdgeThatIsOverwrittenOrMovedMayLoseItsOldEndpoint() {
    graph.write(
        tx -> {
          tx.delete("Person", "Bob");
          tx.upsert("knows", edge("k1", "Ann", "Cleo"), edge("k2", "Cleo", "Ann"));
        });
    graph.write(
        tx -> {
          tx.overwrite("Person", person("Ann", null), person("Zoe", null));
          tx.overwrite("knows", edge("z", "Ann", "Zoe"));
        });
    graph.commit(reads(tx -> tx.overwrite("knows"), "knows"));
    try (Snapshot snapshot = graph.snapshot()) {
      assertThat(snapshot.count("knows")).isZero();
      assertThat(snapshot.count("Person")).isEqualTo(2);
    }
  }

  @Test
  void theUpperBoundCountsBaseAndNewEdgesTogetherInBothDirections() {
    refused(
        tx -> tx.insert("owns", edge("o2", "Bob", 1)),
        "type owns, property to: 1 value of nodes of type Pet with a number of edges that is not in"
            + " 1..1: 1");
    refused(
        tx -> {
          tx.insert("Pet", Row.of("tag", 2), Row.of("tag", 3), Row.of("tag", 4));
          tx.insert("owns", edge("o2", "Ann", 2), edge("o3", "Ann", 3), edge("o4", "Ann", 4));
        },
        "type owns, property from: 1 value of nodes of type Person with a number of edges that is"
            + " not in 0..3: 'Ann'");
    graph.write(
        tx -> {
          tx.insert("Pet", Row.of("tag", 2), Row.of("tag", 3));
          tx.insert("owns", edge("o2", "Ann", 2), edge("o3", "Ann", 3));
        });
    refused(
        tx -> {
          tx.insert("Pet", Row.of("tag", 4));
          tx.insert("owns", edge("o4", "Ann", 4));
        },
        "not in 0..3: 'Ann'");
    graph.write(
        tx -> {
          tx.insert("Pet", Row.of("tag", 4));
          tx.insert("owns", edge("o4", "Ann", 4));
          tx.upsert("owns", edge("o1", "Bob", 1));
        });
  }

  @Test
  void theLowerBoundHoldsForNewNodesAndForThoseThatLoseEdges() {
    refused(
        tx -> tx.insert("Pet", Row.of("tag", 2)),
        "type owns, property to: 1 value of nodes of type Pet with a number of edges that is not in"
            + " 1..1: 2");
    refused(tx -> tx.delete("owns", "o1"), "not in 1..1: 1");
    refused(tx -> tx.deleteWhere("owns", Condition.equal("from", "Ann")), "not in 1..1: 1");
    refused(tx -> tx.overwrite("owns"), "not in 1..1: 1");
    refused(
        tx -> {
          tx.insert("Pet", Row.of("tag", 2));
          tx.upsert("owns", edge("o1", "Ann", 2));
        },
        "not in 1..1: 1");
    refused(tx -> tx.overwrite("Pet", Row.of("tag", 1), Row.of("tag", 5)), "not in 1..1: 5");
    graph.commit(reads(tx -> tx.overwrite("owns", edge("o9", "Bob", 1)), "owns", "Person", "Pet"));
    graph.commit(
        reads(
            tx -> {
              tx.delete("owns", "o9");
              tx.delete("Pet", 1);
            },
            "owns",
            "Pet",
            "sells"));
  }

  @Test
  void insertingANodeProbesTheEdgeTypeWhoseLowerBoundIsAtStakeThoughItIsNotWritten() {
    refused(tx -> tx.insert("Shop", Row.of("name", "Zoo")), "type sells, property from", "'Zoo'");
    PreparedWrite write =
        reads(
            tx -> {
              tx.insert("Shop", Row.of("name", "Zoo"));
              tx.insert("sells", edge(null, "Zoo", 1));
            },
            "Shop",
            "sells",
            "Pet");
    assertThat(GraphFixture.written(write)).containsExactlyInAnyOrder("Shop", "sells");
    PreparedWrite upsert = reads(tx -> tx.upsert("Pet", Row.of("tag", 1)), "Pet", "owns");
    assertThat(GraphFixture.written(upsert)).containsExactly("Pet");
  }

  @Test
  void eachProbeIsAMemberOfTheReadSetAndNothingElseIs() {
    reads(tx -> tx.insert("Person", person("Dan", null)), "Person");
    reads(tx -> tx.upsert("Person", person("Ann", null)), "Person");
    reads(tx -> tx.overwrite("Shop"), "Shop", "sells");
    reads(tx -> tx.delete("knows", "k1"), "knows");
    reads(tx -> tx.get("Shop", "Zoo"), "Shop");
    reads(tx -> tx.count("Pet"), "Pet");
    reads(tx -> tx.rows("owns").close(), "owns");
    reads(tx -> tx.where("knows", Condition.missing("since")).close(), "knows");
    reads(
        tx -> {
          long pets = tx.count("Pet");
          tx.insert("Person", Row.of("name", "Dan", "age", pets));
        },
        "Person",
        "Pet");
    reads(tx -> {});
  }

  @Test
  void aWriteWithNothingToDoHasNoEffects() {
    for (Consumer<Mutation> nothing :
        List.<Consumer<Mutation>>of(
            tx -> {},
            tx -> tx.insert("Person"),
            tx -> tx.delete("Person", "Nobody"),
            tx -> tx.deleteWhere("Person", Condition.greater("age", 99)),
            tx -> tx.overwrite("Shop"))) {
      PreparedWrite write = graph.plan(nothing);
      assertThat(write.effects().isEmpty()).isTrue();
      assertThat(write.manifestDelta().slots()).isEmpty();
    }
  }
}
