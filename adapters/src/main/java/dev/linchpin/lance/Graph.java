package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.RecoveryRequiredException;
import dev.linchpin.lance.mutation.Mutation;
import dev.linchpin.lance.mutation.MutationPlanner;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.storage.BlobAuditLog;
import dev.linchpin.lance.storage.GraphCreation;
import dev.linchpin.lance.storage.GraphCreation.TableSpec;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.storage.LanceTableSubstrate;
import dev.linchpin.lance.storage.LocalBlobs;
import dev.linchpin.lance.storage.SidecarStore;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.recovery.RepairLook;
import dev.linchpin.recovery.RepairPreview;
import dev.linchpin.recovery.RepairReport;
import dev.linchpin.recovery.Repairer;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.trace.Trace;
import dev.linchpin.write.WriteOptions;
import dev.linchpin.write.WriteReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * A graph on disk: node and edge tables that change together or not at all.
 *
 * <p>A handle is safe for many threads. Several handles, in one process or in several on one
 * machine, may be open at once; the loser of a race restarts or gets a typed conflict. Opening for
 * reading never writes; opening for writing and every write run the recovery barrier (seed section
 * 4.1).
 */
public final class Graph implements AutoCloseable {
  private final GraphLayout layout;
  private final BufferAllocator allocator;
  private final LanceManifestAuthority authority;
  private final GraphSchema schema;
  private final Optional<GraphWriter> writer;
  private final HandleLife life = new HandleLife();

  private Graph(
      GraphLayout layout,
      BufferAllocator allocator,
      LanceManifestAuthority authority,
      GraphSchema schema,
      Optional<GraphWriter> writer) {
    this.layout = layout;
    this.allocator = allocator;
    this.authority = authority;
    this.schema = schema;
    this.writer = writer;
  }

  /**
   * Creates a graph and opens it for writing. Atomic: killed at any point, the directory either
   * opens or can simply be created again.
   *
   * @param root a directory that holds no graph; created if absent
   * @param schema the graph's schema
   * @param options how the handle behaves
   * @return the open graph
   * @throws dev.linchpin.error.AlreadyExistsException if there is a graph already, also if another
   *     creator came first
   */
  public static Graph create(Path root, GraphSchema schema, GraphOptions options) {
    try (BufferAllocator allocator = new RootAllocator()) {
      Trace trace = new Trace("creator", options.trace());
      List<TableSpec> tables =
          schema.types().stream()
              .map(type -> new TableSpec(type.name(), type.arrowSchema()))
              .toList();
      new GraphCreation(GraphLayout.of(root), allocator, options.ids(), trace)
          .create(tables, schema.identity(), schema.document());
    }
    return open(root, options);
  }

  /**
   * Opens a graph for reading and writing, and runs the recovery barrier: every intent whose owner
   * is gone or has handed it over is settled; what cannot be settled is named in {@link
   * #openingReport()} and stands in the way of overlapping writes.
   *
   * @param root the graph's directory
   * @param options how the handle behaves
   * @return the open graph
   * @throws dev.linchpin.error.NotAGraphException if there is no graph
   * @throws dev.linchpin.error.UnsupportedFormatException if its format is newer than this code
   */
  public static Graph open(Path root, GraphOptions options) {
    return open(root, options, PortWrapper.NONE);
  }

  /** For tests that fail or end a writer at one of its port calls. */
  static Graph open(Path root, GraphOptions options, PortWrapper wrapper) {
    return open(root, options, wrapper, true);
  }

  /**
   * Opens a graph for writing without settling anything first, so that {@link #repair} finds what
   * its preview has shown.
   *
   * @param root the graph's directory
   * @param options trace, observers, ids, clock
   * @return a handle like one of {@link #open}, with an empty opening report
   * @throws dev.linchpin.error.NotAGraphException if there is no graph
   */
  public static Graph openForRepair(Path root, GraphOptions options) {
    return open(root, options, PortWrapper.NONE, false);
  }

  static Graph open(Path root, GraphOptions options, PortWrapper wrapper, boolean recovers) {
    return open(
        root,
        (layout, allocator, authority, state) ->
            Optional.of(
                GraphWriter.open(layout, allocator, authority, state, options, wrapper, recovers)));
  }

  /**
   * Opens a graph for reading. Nothing is ever written, not even by recovery; what is unresolved
   * stays invisible.
   *
   * @param root the graph's directory
   * @param options how the handle behaves
   * @return the open graph
   * @throws dev.linchpin.error.NotAGraphException if there is no graph
   * @throws dev.linchpin.error.UnsupportedFormatException if its format is newer than this code
   */
  public static Graph openReadOnly(Path root, GraphOptions options) {
    return open(root, (layout, allocator, authority, state) -> Optional.empty());
  }

  /** What opening for reading does not do, it cannot do: that code is not reachable from there. */
  @FunctionalInterface
  private interface Opening {
    Optional<GraphWriter> writer(
        GraphLayout layout,
        BufferAllocator allocator,
        LanceManifestAuthority authority,
        ManifestState state);
  }

  private static Graph open(Path root, Opening opening) {
    GraphLayout layout = GraphLayout.of(root);
    GraphCreation.requireGraph(layout);
    BufferAllocator allocator = new RootAllocator();
    try {
      LanceManifestAuthority authority = new LanceManifestAuthority(layout, allocator);
      ManifestState state = authority.read();
      GraphSchema schema = GraphSchema.of(state);
      Optional<GraphWriter> writer = opening.writer(layout, allocator, authority, state);
      return new Graph(layout, allocator, authority, schema, writer);
    } catch (RuntimeException | Error e) {
      allocator.close();
      throw e;
    }
  }

  /**
   * What the barrier of {@link #open} found and did.
   *
   * @return the report; empty for a handle open for reading
   */
  public RecoveryReport openingReport() {
    return writer.map(GraphWriter::openingReport).orElse(new RecoveryReport(List.of()));
  }

  /**
   * The graph's schema.
   *
   * @return the accepted schema
   */
  public GraphSchema schema() {
    return schema;
  }

  /**
   * Where the graph lies.
   *
   * @return its directory
   */
  public Path root() {
    return layout.root();
  }

  /**
   * The closed registry of effect adapters and of the entry points that use them (seed section 6).
   *
   * @return the registry
   * @throws RecoveryRequiredException if the handle is open for reading
   */
  public AdapterRegistry adapters() {
    return requireWriter().protocol().adapters();
  }

  /**
   * Changes many tables in one graph commit, with the default options.
   *
   * @param change what to change; run again from scratch for every attempt
   * @return what was published
   * @throws dev.linchpin.error.LinchpinException typed; see {@link #mutate(WriteOptions, Function)}
   */
  public WriteReport<Void> mutate(Consumer<Mutation> change) {
    return mutate(
        WriteOptions.DEFAULT,
        mutation -> {
          change.accept(mutation);
          return null;
        });
  }

  /**
   * Changes many tables in one graph commit (seed section 6.1).
   *
   * <p>Whatever {@code change} reads through its argument is part of the write's read set: if it
   * changes before the commit, the whole attempt is discarded and {@code change} runs again against
   * the new state. It must therefore have no effects of its own, or ones that may be repeated.
   *
   * @param options actor, bounds and conflict behaviour
   * @param change what to change
   * @param <R> the caller's result
   * @return what was published, with the result of the attempt that was
   * @throws dev.linchpin.error.ConstraintViolationException if a constraint would break; nothing
   *     was changed
   * @throws dev.linchpin.error.InvalidInputException if the input is malformed; nothing was changed
   * @throws dev.linchpin.error.ReadSetConflictException if asked to fail instead of restarting
   * @throws dev.linchpin.error.RetriesExhaustedException if every attempt lost
   * @throws dev.linchpin.error.UnverifiableEffectException if somebody outside the protocol moved a
   *     table that the write needs
   * @throws dev.linchpin.error.OutcomeUnknownException if the fate is open; ask {@link #outcome}
   *     later
   */
  public <R> WriteReport<R> mutate(WriteOptions options, Function<Mutation, R> change) {
    return life.during(
        () -> {
          GraphWriter open = requireWriter();
          return open.coordinator()
              .execute(new MutationPlanner<>(layout.root(), allocator, change), options);
        });
  }

  /**
   * Loads rows into one table in one graph commit. The reader is read once, into a temporary file,
   * so that the write can restart.
   *
   * @param options actor, bounds and conflict behaviour
   * @param type the node or edge type
   * @param mode what to do with the rows
   * @param rows the rows; read to their end, not closed
   * @return what was published, with the number of rows given
   * @throws dev.linchpin.error.LinchpinException typed; see {@link #mutate(WriteOptions, Function)}
   */
  public WriteReport<Long> load(
      WriteOptions options, String type, LoadMode mode, ArrowReader rows) {
    return life.during(
        () -> {
          requireWriter();
          try (InputSpool spool = InputSpool.of(rows, allocator)) {
            return mutate(options, mutation -> apply(mutation, type, mode, spool));
          }
        });
  }

  private static Long apply(Mutation mutation, String type, LoadMode mode, InputSpool spool) {
    try (ArrowReader rows = spool.open()) {
      return switch (mode) {
        case INSERT -> mutation.insert(type, rows);
        case UPSERT -> mutation.upsert(type, rows);
        case OVERWRITE -> mutation.overwrite(type, rows);
      };
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the spooled input", e);
    }
  }

  /**
   * The newest published state. Stable for its lifetime, whatever is written meanwhile; to be
   * closed.
   *
   * @return the snapshot
   */
  public Snapshot snapshot() {
    return life.during(() -> snapshot(authority.read()));
  }

  /**
   * The state that a commit published.
   *
   * @param commit the commit
   * @return its snapshot, to be closed
   * @throws InvalidInputException if the graph has no such commit
   */
  public Snapshot snapshot(CommitId commit) {
    return snapshotAt(
        commit(commit)
            .orElseThrow(() -> new InvalidInputException("the graph has no commit " + commit))
            .manifestVersion());
  }

  /**
   * The state of one manifest version.
   *
   * @param manifestVersion the version
   * @return its snapshot, to be closed
   * @throws InvalidInputException if there is no such version (any more)
   */
  public Snapshot snapshotAt(long manifestVersion) {
    return life.during(
        () ->
            snapshot(
                authority
                    .readAt(manifestVersion)
                    .orElseThrow(
                        () ->
                            new InvalidInputException(
                                "the graph has no manifest version " + manifestVersion))));
  }

  private Snapshot snapshot(ManifestState state) {
    return Snapshot.standalone(layout.root(), state);
  }

  /**
   * Every graph commit, newest first, read lazily.
   *
   * @return the commits; to be closed
   */
  public Stream<GraphCommit> log() {
    return life.during(
        () ->
            authority
                .history(authority.read())
                .filter(GraphCommit.class::isInstance)
                .map(GraphCommit.class::cast));
  }

  /**
   * Looks up a commit.
   *
   * @param id its id
   * @return the commit, or empty if the graph has none of that id
   */
  public Optional<GraphCommit> commit(CommitId id) {
    return life.during(
        () ->
            authority
                .findByCommit(authority.read(), id)
                .filter(GraphCommit.class::isInstance)
                .map(GraphCommit.class::cast));
  }

  /**
   * What became of an operation, for callers that were told that its outcome is unknown. A handle
   * open for writing first settles every intent that nobody else will finish.
   *
   * @param operation the operation
   * @return its outcome
   */
  public Outcome outcome(OperationId operation) {
    return life.during(
        () -> {
          writer.ifPresent(open -> open.barrier().pass(intent -> false, Duration.ZERO));
          return DurableOutcome.of(layout, authority, operation);
        });
  }

  /**
   * Settles every intent, waiting as long as courtesy demands for owners that may be alive, and
   * then fencing them off.
   *
   * @return what was found and done; an intent that cannot be settled is named, not thrown
   * @throws RecoveryRequiredException if the handle is open for reading
   */
  public RecoveryReport recover() {
    return life.during(
        () -> requireWriter().barrier().pass(intent -> true, WriteOptions.DEFAULT.courtesy()));
  }

  /**
   * What an operator decides by when somebody outside the protocol has moved a table: what is
   * there, what a repair would discard, and the token that confirms exactly that. Changes nothing;
   * a handle open for reading will do.
   *
   * @return the preview
   */
  public RepairPreview previewRepair() {
    return life.during(
        () -> {
          TableSubstrate tables = new LanceTableSubstrate(layout, allocator);
          return new RepairLook(
                  authority,
                  new SidecarStore(new LocalBlobs(layout.recovery())),
                  tables,
                  GraphWriter.registry(tables))
              .look();
        });
  }

  /**
   * Realigns tables that somebody outside the protocol has moved to their published content (seed
   * section 4.1). It first looks again, and does nothing unless the look is exactly the one that
   * the token stands for; what lands after that look is refused, never discarded unseen. Each
   * repaired table is on record in {@link #repairs()} before its published version moves.
   *
   * <p>May be ended anywhere: the next preview shows what is left to do.
   *
   * @param token the token of the preview that is confirmed
   * @param actor who confirms it; recorded
   * @return what was done
   * @throws dev.linchpin.error.StaleConfirmationException if something is not as the preview has
   *     shown it; nothing was changed
   * @throws RecoveryRequiredException if the handle is open for reading
   */
  public RepairReport repair(String token, String actor) {
    return life.during(
        () ->
            new Repairer(requireWriter().protocol())
                .repair(token, actor, WriteOptions.DEFAULT.courtesy()));
  }

  /**
   * The durable record of every repair.
   *
   * @return the records, oldest first
   */
  public List<RepairRecord> repairs() {
    return life.during(() -> BlobAuditLog.of(layout).repairs());
  }

  private GraphWriter requireWriter() {
    return writer.orElseThrow(
        () ->
            new RecoveryRequiredException(
                "the graph at " + layout.root() + " is open for reading only"));
  }

  /**
   * Ends the handle after every call in progress. Snapshots that are open stay readable until they
   * are closed.
   */
  @Override
  public void close() {
    life.end(allocator::close);
  }
}
