package dev.linchpin.faultinjection.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.faultinjection.trace.SpecificationJudge;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.mutation.Mutation;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.modelchecking.trace.TraceValidator;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;

/**
 * Writers that race, each with a handle of its own, on real Lance. The specification judges the
 * trace of every race: from one moment at which the graph is at rest to the next.
 */
class RacesTest {
  private static final int ROUNDS = 6;
  private static final WriteOptions PATIENT = WriteOptions.DEFAULT.withMaxAttempts(200);

  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node(
              "Person",
              "name",
              PropertyType.UTF8,
              t -> t.unique("email", PropertyType.UTF8).optional("balance", PropertyType.INT64))
          .node("City", "name", PropertyType.UTF8, t -> t.optional("size", PropertyType.INT64))
          .edge("Lives", "Person", "City", t -> t.outgoing(0, 1))
          .build();

  @TempDir Path directory;

  private int runs;

  private Path graph() {
    Path root = directory.resolve("graph");
    traced(options -> Graph.create(root, SCHEMA, options).close());
    return root;
  }

  @AfterEach
  void everyRaceIsABehaviourOfTheSpecification() throws Exception {
    SpecificationJudge judge = new SpecificationJudge();
    for (int run = 0; run < runs; run++) {
      judge.collect("run " + run, TraceValidator.files(directory.resolve("run" + run)));
    }
    SpecificationJudge.Judgement judgement = judge.settle();
    assertThat(judgement.rejected()).as(judgement.render()).isEmpty();
    assertThat(judgement.seen()).contains("PublishManifest");
  }

  /** What may throw what it likes. */
  @FunctionalInterface
  private interface Traced<E extends Exception> {
    void run(GraphOptions options) throws E;
  }

  /** Everything that happens meanwhile is one run, to be judged on its own. */
  private <E extends Exception> void traced(Traced<E> body) throws E {
    Path run = directory.resolve("run" + runs++);
    try {
      Files.createDirectories(run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (NdjsonTraceSink sink = new NdjsonTraceSink(run.resolve("races.ndjson"))) {
      body.run(GraphOptions.DEFAULT.withTrace(sink));
    }
  }

  @Test
  void ofTwoInsertsOfOneKeyExactlyOneIsPublished() throws Exception {
    Path root = graph();
    for (int round = 0; round < ROUNDS; round++) {
      Row row = Row.of("name", "p" + round);
      assertThat(race(root, m -> m.insert("Person", row), m -> m.insert("Person", row)))
          .satisfiesExactlyInAnyOrder(
              one -> assertThat(one).isEmpty(),
              other -> assertThat(other).containsInstanceOf(ConstraintViolationException.class));
    }
    requireClean(root, ROUNDS);
  }

  @Test
  void ofTwoPeopleWithOneUniqueEmailExactlyOneIsPublished() throws Exception {
    Path root = graph();
    for (int round = 0; round < ROUNDS; round++) {
      Row one = Row.of("name", "a" + round, "email", "e" + round);
      Row other = Row.of("name", "b" + round, "email", "e" + round);
      assertThat(race(root, m -> m.insert("Person", one), m -> m.insert("Person", other)))
          .satisfiesExactlyInAnyOrder(
              won -> assertThat(won).isEmpty(),
              lost -> assertThat(lost).containsInstanceOf(ConstraintViolationException.class));
    }
    requireClean(root, ROUNDS);
  }

  @Test
  void anEdgeAndTheDeletionOfItsEndpointAreNeverBothPublished() throws Exception {
    Path root = graph();
    for (int round = 0; round < ROUNDS; round++) {
      String person = "p" + round;
      String city = "c" + round;
      write(
          root,
          m -> {
            m.insert("Person", Row.of("name", person));
            m.insert("City", Row.of("name", city));
          });
      assertThat(
              race(
                  root,
                  m -> m.insert("Lives", Row.of("id", person, "from", person, "to", city)),
                  m -> m.delete("City", city)))
          .satisfiesExactlyInAnyOrder(
              won -> assertThat(won).isEmpty(),
              lost -> assertThat(lost).containsInstanceOf(ConstraintViolationException.class));
    }
    requireClean(root, 2 * ROUNDS);
  }

  @Test
  void theCardinalityOfAnEdgeTypeHoldsBetweenRacingEdges() throws Exception {
    Path root = graph();
    write(root, m -> m.insert("City", Row.of("name", "c")));
    for (int round = 0; round < ROUNDS; round++) {
      String person = "p" + round;
      write(root, m -> m.insert("Person", Row.of("name", person)));
      Row one = Row.of("id", "a" + round, "from", person, "to", "c");
      Row other = Row.of("id", "b" + round, "from", person, "to", "c");
      assertThat(race(root, m -> m.insert("Lives", one), m -> m.insert("Lives", other)))
          .satisfiesExactlyInAnyOrder(
              won -> assertThat(won).isEmpty(),
              lost -> assertThat(lost).containsInstanceOf(ConstraintViolationException.class));
    }
    requireClean(root, 1 + 2 * ROUNDS);
  }

  @Test
  void anOverwriteThatRacesAnInsertNeverSwallowsItSilently() throws Exception {
    Path root = graph();
    for (int round = 0; round < ROUNDS; round++) {
      String inserted = "i" + round;
      String kept = "o" + round;
      assertThat(
              race(
                  root,
                  m -> m.insert("City", Row.of("name", inserted)),
                  m -> m.overwrite("City", Row.of("name", kept))))
          .allSatisfy(failure -> assertThat(failure).isEmpty());
      try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT);
          Snapshot now = graph.snapshot();
          Snapshot before = graph.snapshotAt(now.version() - 1)) {
        // Whichever came first, both are in the history, and the present is one after the other.
        boolean insertedLast = now.get("City", inserted).isPresent();
        assertThat(now.get("City", kept)).isPresent();
        assertThat(now.count("City")).isEqualTo(insertedLast ? 2 : 1);
        assertThat(before.get("City", insertedLast ? kept : inserted)).isPresent();
      }
    }
  }

  @Test
  void aBalanceThatIsReadAndThenWrittenIsNeverLost() throws Exception {
    Path root = graph();
    int threads = 4;
    int each = 4;
    write(root, m -> m.insert("Person", Row.of("name", "ann", "balance", 0L)));
    traced(
        options ->
            assertThat(together(incrementers(root, options, threads, each)))
                .allSatisfy(failure -> assertThat(failure).isEmpty()));
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT);
        Snapshot snapshot = graph.snapshot()) {
      assertThat(snapshot.get("Person", "ann").orElseThrow().integer("balance"))
          .contains((long) threads * each);
    }
    requireClean(root, 1 + threads * each);
  }

  private static List<Callable<Optional<LinchpinException>>> incrementers(
      Path root, GraphOptions options, int threads, int each) {
    List<Callable<Optional<LinchpinException>>> writers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      writers.add(
          () -> {
            try (Graph graph = Graph.open(root, options)) {
              for (int n = 0; n < each; n++) {
                graph.mutate(
                    PATIENT,
                    m -> {
                      Row ann = m.get("Person", "ann").orElseThrow();
                      long balance = ann.integer("balance").orElseThrow();
                      return m.upsert("Person", ann.with("balance", balance + 1));
                    });
              }
              return Optional.empty();
            }
          });
    }
    return writers;
  }

  @Test
  void writersOfDifferentTablesNeverRestartEachOther() throws Exception {
    Path root = graph();
    traced(
        options -> {
          try (Graph graph = Graph.open(root, options)) {
            List<Callable<Integer>> writers = new ArrayList<>();
            for (String type : List.of("Person", "City")) {
              writers.add(
                  () -> {
                    int attempts = 0;
                    for (int n = 0; n < ROUNDS; n++) {
                      Row row = Row.of("name", type + n);
                      attempts += graph.mutate(PATIENT, m -> m.insert(type, row)).attempts();
                    }
                    return attempts;
                  });
            }
            assertThat(together(writers)).allMatch(attempts -> attempts == ROUNDS);
          }
        });
    requireClean(root, 2 * ROUNDS);
  }

  @Test
  void closingWaitsForTheWritesInProgressAndASnapshotOutlivesItsHandle() throws Exception {
    Path root = graph();
    traced(
        options -> {
          Graph graph = Graph.open(root, options);
          graph.mutate(m -> m.insert("City", Row.of("name", "c")));
          Snapshot snapshot = graph.snapshot();
          CyclicBarrier inside = new CyclicBarrier(2);
          ExecutorService threads = Executors.newSingleThreadExecutor();
          try {
            Future<Integer> attempts =
                threads.submit(
                    () ->
                        graph
                            .mutate(
                                m -> {
                                  meet(inside);
                                  m.insert("City", Row.of("name", "d"));
                                })
                            .attempts());
            meet(inside);
            graph.close();
            assertThat(attempts.get()).isEqualTo(1);
            assertThat(snapshot.count("City")).isEqualTo(1);
          } finally {
            snapshot.close();
            threads.shutdown();
          }
        });
    requireClean(root, 2);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void write(Path root, Consumer<Mutation> change) {
    traced(
        options -> {
          try (Graph graph = Graph.open(root, options)) {
            graph.mutate(change);
          }
        });
  }

  /** Two handles, one write each, started together; how each ended. */
  private List<Optional<LinchpinException>> race(
      Path root, Consumer<Mutation> one, Consumer<Mutation> other) throws Exception {
    List<Optional<LinchpinException>> ends = new ArrayList<>();
    traced(options -> ends.addAll(race(root, options, one, other)));
    return ends;
  }

  private static List<Optional<LinchpinException>> race(
      Path root, GraphOptions options, Consumer<Mutation> one, Consumer<Mutation> other)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Callable<Optional<LinchpinException>>> writers = new ArrayList<>();
    for (Consumer<Mutation> change : List.of(one, other)) {
      writers.add(
          () -> {
            try (Graph graph = Graph.open(root, options)) {
              meet(start);
              graph.mutate(
                  PATIENT,
                  m -> {
                    change.accept(m);
                    return null;
                  });
              return Optional.empty();
            } catch (LinchpinException failure) {
              return Optional.of(failure);
            }
          });
    }
    return together(writers);
  }

  private static <T> List<T> together(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  /** HEAD is the pointer everywhere, no sidecar is left, the log is complete and in one line. */
  private static void requireClean(Path root, int commits) {
    assertThat(root.resolve("__recovery")).isEmptyDirectory();
    try (RootAllocator allocator = new RootAllocator()) {
      for (TableHead head :
          new LanceManifestAuthority(GraphLayout.of(root), allocator).read().heads().values()) {
        String uri = root.resolve(head.path()).toString();
        try (Dataset dataset = Dataset.open().allocator(allocator).uri(uri).build()) {
          assertThat(dataset.version()).as("HEAD of %s", head.name()).isEqualTo(head.version());
        }
      }
    }
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT);
        var log = graph.log()) {
      var newestFirst = log.toList();
      assertThat(newestFirst).hasSize(commits);
      for (int i = 0; i + 1 < newestFirst.size(); i++) {
        assertThat(newestFirst.get(i).parents()).containsExactly(newestFirst.get(i + 1).id());
      }
    }
  }
}
