package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.GraphModel.Ends;
import dev.linchpin.lance.mutation.Mutation;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.write.WriteReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.RootAllocator;
import org.lance.Dataset;

/**
 * Random sequences of writes by two writers on real Lance, with writers that end at random durable
 * calls, against a graph of plain maps.
 *
 * <p>A failing run prints its seed and the shrunk sequence; it is replayed by putting that seed
 * into {@code @Property(seed = "...")}.
 */
class RandomWritesTest {
  /** One step: a change, by one of two writers, which may end at its n-th durable call. */
  record Step(int writer, Change change, Optional<Crash> crash) {}

  record Crash(int durableCall, boolean afterIt) {}

  /** A write, told to the product and to the model. */
  sealed interface Change {
    void write(Mutation mutation);

    /** The model after it, or empty where the product must refuse it. */
    Optional<GraphModel> apply(GraphModel before);

    record InsertPerson(String name, Optional<String> email) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.insert("Person", Row.of("name", name, "email", email.orElse(null)));
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        return after.people().putIfAbsent(name, email) == null && after.legal()
            ? Optional.of(after)
            : Optional.empty();
      }
    }

    record UpsertPeople(String one, String other, Optional<String> email) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.upsert(
            "Person",
            Row.of("name", one, "email", email.orElse(null)),
            Row.of("name", other, "email", null));
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        after.people().put(one, email);
        boolean twice = after.people().put(other, Optional.empty()) != null && one.equals(other);
        return !twice && after.legal() ? Optional.of(after) : Optional.empty();
      }
    }

    record PersonWithEdge(String name, String to, String edge) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.insert("Person", Row.of("name", name));
        mutation.insert("Knows", Row.of("id", edge, "from", name, "to", to));
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        boolean fresh =
            !after.people().containsKey(name)
                && after.knows().putIfAbsent(edge, new Ends(name, to)) == null;
        after.people().put(name, Optional.empty());
        return fresh && after.legal() ? Optional.of(after) : Optional.empty();
      }
    }

    record Edge(String id, String from, String to) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.upsert("Knows", Row.of("id", id, "from", from, "to", to));
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        after.knows().put(id, new Ends(from, to));
        return after.legal() ? Optional.of(after) : Optional.empty();
      }
    }

    record DeletePerson(String name) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.delete("Person", name);
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        after.people().remove(name);
        return after.legal() ? Optional.of(after) : Optional.empty();
      }
    }

    record DeleteEdgesFrom(String name) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.deleteWhere("Knows", Condition.equal("from", name));
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        after.knows().values().removeIf(ends -> ends.from().equals(name));
        return Optional.of(after);
      }
    }

    record OverwritePeople(List<String> names) implements Change {
      @Override
      public void write(Mutation mutation) {
        mutation.overwrite("Person", names.stream().map(name -> Row.of("name", name)).toList());
      }

      @Override
      public Optional<GraphModel> apply(GraphModel before) {
        GraphModel after = before.copy();
        after.people().clear();
        names.forEach(name -> after.people().put(name, Optional.empty()));
        return after.legal() ? Optional.of(after) : Optional.empty();
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> sequences() {
    Arbitrary<String> names = Arbitraries.of("ann", "bob", "cat", "dan", "eve");
    Arbitrary<String> edges = Arbitraries.of("e1", "e2", "e3", "e4");
    Arbitrary<Optional<String>> emails = Arbitraries.of("x@y", "z@y").optional(0.5);
    Arbitrary<Change> changes =
        Arbitraries.oneOf(
            Combinators.combine(names, emails).as(Change.InsertPerson::new),
            Combinators.combine(names, names, emails).as(Change.UpsertPeople::new),
            Combinators.combine(names, names, edges).as(Change.PersonWithEdge::new),
            Combinators.combine(edges, names, names).as(Change.Edge::new),
            names.map(Change.DeletePerson::new),
            names.map(Change.DeleteEdgesFrom::new),
            names.set().ofMaxSize(4).map(set -> new Change.OverwritePeople(List.copyOf(set))));
    Arbitrary<Optional<Crash>> crashes =
        Combinators.combine(Arbitraries.integers().between(0, 9), Arbitraries.of(true, false))
            .as(Crash::new)
            .optional(0.5);
    return Combinators.combine(Arbitraries.of(0, 1), changes, crashes)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(14);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void everySequenceLeavesExactlyWhatTheModelSaysWhateverWriterEndsWhere(
      @ForAll("sequences") List<Step> steps) throws IOException {
    follow(steps);
  }

  private static void follow(List<Step> steps) throws IOException {
    Path root = Files.createTempDirectory("linchpin-random-");
    try {
      Graph.create(root, GraphModel.SCHEMA, GraphOptions.DEFAULT).close();
      Run run = new Run(root);
      steps.forEach(run::step);
      run.close();
    } finally {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Two writers, the model, and what must hold after each step. */
  private static final class Run {
    private final Path root;
    private final Graph[] writers = new Graph[2];
    private final Fuse[] fuses = new Fuse[2];
    private GraphModel model = GraphModel.empty();
    private long published;

    Run(Path root) {
      this.root = root;
      open(0);
      open(1);
    }

    private void open(int writer) {
      fuses[writer] = new Fuse();
      writers[writer] = Graph.open(root, GraphOptions.DEFAULT, fuses[writer]);
    }

    void step(Step step) {
      step.crash().ifPresent(c -> fuses[step.writer()].blowAt(c.durableCall(), c.afterIt()));
      Optional<GraphModel> after = step.change().apply(model);
      try {
        WriteReport<Void> report = writers[step.writer()].mutate(step.change()::write);
        assertThat(after).as("accepted %s on %s", step, model).isPresent();
        published += report.commit().isPresent() ? 1 : 0;
        model = after.get();
      } catch (ConstraintViolationException | InvalidInputException refused) {
        assertThat(after).as("refused %s on %s: %s", step, model, refused).isEmpty();
      } catch (Fuse.Blown ended) {
        recoverFrom(step, after);
      }
      fuses[step.writer()].blowAt(Integer.MAX_VALUE, false);
      check(step);
    }

    /** The other writer comes along; then a fresh handle takes the dead one's place. */
    private void recoverFrom(Step step, Optional<GraphModel> after) {
      boolean confirmed = fuses[step.writer()].confirmed();
      int other = 1 - step.writer();
      writers[other].recover();
      if (confirmed) {
        model = after.orElseThrow(() -> new AssertionError("confirmed what must be refused"));
        published++;
      }
      writers[step.writer()].close();
      open(step.writer());
    }

    private void check(Step step) {
      try (Snapshot snapshot = writers[0].snapshot()) {
        assertThat(GraphModel.of(snapshot)).as("after %s", step).isEqualTo(model);
      }
      try (Stream<?> log = writers[1].log()) {
        assertThat(log.count()).as("commits after %s", step).isEqualTo(published);
      }
      assertThat(root.resolve("__recovery"))
          .satisfiesAnyOf(
              folder -> assertThat(folder).doesNotExist(),
              folder -> assertThat(folder).isEmptyDirectory());
      try (RootAllocator allocator = new RootAllocator()) {
        ManifestState state = new LanceManifestAuthority(GraphLayout.of(root), allocator).read();
        for (TableHead head : state.heads().values()) {
          String uri = root.resolve(head.path()).toString();
          try (Dataset dataset = Dataset.open().allocator(allocator).uri(uri).build()) {
            assertThat(dataset.version()).as("HEAD of %s", head.name()).isEqualTo(head.version());
          }
        }
      }
    }

    void close() {
      writers[0].close();
      writers[1].close();
    }
  }
}
