package dev.linchpin.lance.mutation;

import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.storage.GraphCreation;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.storage.LanceTableSubstrate;
import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.IdSource;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.trace.Trace;
import dev.linchpin.trace.TraceSink;
import dev.linchpin.write.AttemptIdentity;
import dev.linchpin.write.WritePlanner.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * A real graph on disk, written by the planner and the adapter without the coordinator: prepare,
 * commit each effect, publish. Closing it fails if Arrow memory was leaked.
 */
final class GraphFixture implements AutoCloseable {
  private final RootAllocator allocator = new RootAllocator();
  private final IdSource ids = IdSource.random();
  private final Path root;
  private final LanceManifestAuthority authority;
  private final LanceTableSubstrate tables;

  GraphFixture(GraphSchema schema) {
    try {
      root = Files.createTempDirectory("linchpin-planner-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    GraphLayout layout = GraphLayout.of(root);
    List<GraphCreation.TableSpec> specs = new ArrayList<>();
    for (ElementType type : schema.types()) {
      specs.add(new GraphCreation.TableSpec(type.name(), type.arrowSchema()));
    }
    new GraphCreation(layout, allocator, ids, new Trace("test", TraceSink.NONE))
        .create(specs, schema.identity(), schema.document());
    authority = new LanceManifestAuthority(layout, allocator);
    tables = new LanceTableSubstrate(layout, allocator);
  }

  BufferAllocator allocator() {
    return allocator;
  }

  Path root() {
    return root;
  }

  ManifestState state() {
    return authority.read();
  }

  TableHead head(String type) {
    return state().heads().values().stream()
        .filter(head -> head.name().equals(type))
        .findFirst()
        .orElseThrow();
  }

  long physicalHead(String type) {
    return tables.head(head(type).path());
  }

  <R> Plan<R> prepare(Function<Mutation, R> function) {
    AttemptIdentity identity =
        new AttemptIdentity(
            new OperationId(ids.next()),
            new LineageIntent(
                new CommitId(ids.next()),
                new CommitId(ids.next()),
                "tester",
                Optional.empty(),
                Instant.EPOCH),
            ids);
    return new MutationPlanner<>(root, allocator, function)
        .prepare(new BaseView(state()), identity);
  }

  PreparedWrite plan(Consumer<Mutation> change) {
    return prepare(
            tx -> {
              change.accept(tx);
              return null;
            })
        .write();
  }

  void write(Consumer<Mutation> change) {
    commit(plan(change));
  }

  void commit(PreparedWrite write) {
    if (write.effects().isEmpty()) {
      return;
    }
    MutationAdapter adapter = new MutationAdapter(tables);
    Map<TableId, Long> achieved = new TreeMap<>();
    for (PlannedEffect effect : write.effects().effects()) {
      CommitResult result = adapter.apply(write.operationId(), effect);
      if (!(result instanceof CommitResult.Landed landed)
          || !effect.target().postState().admits(landed.version())) {
        throw new AssertionError("the effect did not land as planned: " + result);
      }
      achieved.put(effect.target().table(), landed.version());
    }
    ManifestState fresh = state();
    ManifestState next =
        ManifestEdits.publish(
            fresh,
            write.operationId(),
            write.writerKind(),
            write.lineageIntent().orElseThrow(),
            write.manifestDelta().bind(achieved));
    if (authority.compareAndSet(fresh, next) != CasOutcome.WON) {
      throw new AssertionError("nobody else publishes here");
    }
  }

  Snapshot snapshot() {
    return new Snapshot(root, allocator, state());
  }

  /** The types in the read set of a write. */
  static Set<String> readSet(PreparedWrite write) {
    return names(write, write.readSet().tables().keySet());
  }

  /** The types that a write changes. */
  static Set<String> written(PreparedWrite write) {
    return names(write, write.manifestDelta().slots());
  }

  private static Set<String> names(PreparedWrite write, Set<TableId> tables) {
    Set<String> names = new TreeSet<>();
    tables.forEach(table -> names.add(write.base().state().head(table).name()));
    return names;
  }

  @Override
  public void close() {
    allocator.close();
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
