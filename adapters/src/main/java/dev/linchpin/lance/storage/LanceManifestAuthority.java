package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.SegmentRef;
import dev.linchpin.spi.ManifestAuthority;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.Transaction;
import org.lance.ipc.LanceScanner;
import org.lance.operation.Overwrite;

/**
 * The manifest as one small Lance dataset to which every commit is an Overwrite of the whole state,
 * read at the version that it was computed from. Lance serializes such a dataset strictly, on every
 * store that it supports: of two Overwrites read at one version only one lands.
 */
public final class LanceManifestAuthority implements ManifestAuthority {
  private final String uri;
  private final BufferAllocator allocator;
  private final LineageSegments segments;

  /**
   * The manifest of a graph.
   *
   * @param layout the graph
   * @param allocator Arrow memory, owned by the caller
   */
  public LanceManifestAuthority(GraphLayout layout, BufferAllocator allocator) {
    this.uri = layout.manifest().toString();
    this.allocator = allocator;
    this.segments = new LineageSegments(new LocalBlobs(layout.lineage()));
  }

  @Override
  public ManifestState read() {
    return LanceErrors.reading("read the manifest " + uri, () -> state(new ReadOptions.Builder()));
  }

  @Override
  public Optional<ManifestState> readAt(long version) {
    if (version < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(state(new ReadOptions.Builder().setVersion(version)));
    } catch (RuntimeException e) {
      if (LanceErrors.isNotFound(e)) {
        return Optional.empty();
      }
      throw e;
    } catch (Exception e) {
      throw LanceErrors.failed(
          "read version " + version + " of the manifest " + uri, DataState.UNCHANGED, e);
    }
  }

  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  private ManifestState state(ReadOptions.Builder options) throws Exception {
    try (Dataset dataset = open(options);
        LanceScanner scanner = dataset.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      List<ManifestRows.Row> rows = new ArrayList<>();
      while (reader.loadNextBatch()) {
        ManifestRows.drain(reader.getVectorSchemaRoot(), rows);
      }
      return ManifestRows.read(dataset.version(), rows);
    }
  }

  private Dataset open(ReadOptions.Builder options) {
    return Dataset.open().allocator(allocator).uri(uri).readOptions(options.build()).build();
  }

  @Override
  public CasOutcome compareAndSet(ManifestState base, ManifestState next) {
    if (next.version() != base.version() + 1) {
      throw new IllegalArgumentException(
          "version " + next.version() + " does not follow version " + base.version());
    }
    return commit(base.version(), segments.bounded(next), UUID.randomUUID().toString());
  }

  /** The commit itself; what it names is durable already. */
  @DurableCall("manifest commit")
  private CasOutcome commit(long readVersion, ManifestState next, String uuid) {
    try {
      if (overwrite(readVersion, next, uuid) != readVersion + 1) {
        throw new IllegalStateException("an Overwrite landed past version " + (readVersion + 1));
      }
      return CasOutcome.WON;
    } catch (Exception e) {
      if (LanceErrors.isConflict(e)) {
        return CasOutcome.LOST;
      }
      return afterLostReply(readVersion + 1, uuid, e);
    }
  }

  private long overwrite(long readVersion, ManifestState next, String uuid) throws Exception {
    try (Dataset dataset = open(new ReadOptions.Builder().setVersion(readVersion));
        VectorSchemaRoot root = VectorSchemaRoot.create(ManifestRows.SCHEMA, allocator)) {
      ManifestRows.fill(root, ManifestRows.write(next));
      List<FragmentMetadata> staged =
          Fragment.write().datasetUri(uri).allocator(allocator).data(root).execute();
      try (Transaction transaction =
              new Transaction.Builder()
                  .readVersion(readVersion)
                  .uuid(uuid)
                  .operation(
                      Overwrite.builder().fragments(staged).schema(ManifestRows.SCHEMA).build())
                  .build();
          Dataset committed = new CommitBuilder(dataset).maxRetries(0).execute(transaction)) {
        return committed.version();
      }
    }
  }

  /** Whose version is it? If nobody's, the commit may still be on its way. */
  private CasOutcome afterLostReply(long version, String uuid, Exception lost) {
    try (Dataset dataset = open(new ReadOptions.Builder())) {
      if (dataset.version() >= version) {
        try (Dataset at = dataset.checkoutVersion(version)) {
          return LanceTransactions.carries(at, uuid) ? CasOutcome.WON : CasOutcome.LOST;
        }
      }
    } catch (Exception second) {
      lost.addSuppressed(second);
    }
    throw LanceErrors.failed("commit manifest version " + version, DataState.UNKNOWN, lost);
  }

  @Override
  public Optional<HistoryEntry> findByOperation(
      ManifestState state, OperationId operation, long afterVersion) {
    return find(
        state, operation.value(), entry -> entry.operation().equals(operation), afterVersion);
  }

  /**
   * Finds a history entry by its id.
   *
   * @param state the state to look from
   * @param id a commit id or rollback id
   * @return the entry, or empty
   */
  public Optional<HistoryEntry> findByCommit(ManifestState state, CommitId id) {
    return find(state, id.value(), entry -> entry.id().equals(id), 0);
  }

  private Optional<HistoryEntry> find(
      ManifestState state, String text, Predicate<HistoryEntry> wanted, long afterVersion) {
    Optional<HistoryEntry> recent = best(state.window(), wanted);
    if (recent.isPresent()) {
      return recent;
    }
    for (int i = state.segments().size() - 1; i >= 0; i--) {
      SegmentRef segment = state.segments().get(i);
      if (segment.lastVersion() <= afterVersion) {
        break;
      }
      Optional<HistoryEntry> found =
          best(segments.read(segment, line -> line.contains(text)), wanted);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<HistoryEntry> best(
      List<HistoryEntry> entries, Predicate<HistoryEntry> wanted) {
    List<HistoryEntry> found = entries.stream().filter(wanted).toList();
    return found.stream()
        .filter(GraphCommit.class::isInstance)
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  /**
   * The whole history, newest first; segments are read as the stream reaches them.
   *
   * @param state the state to look from
   * @return every entry
   */
  public Stream<HistoryEntry> history(ManifestState state) {
    List<SegmentRef> newestFirst = new ArrayList<>(state.segments());
    Collections.reverse(newestFirst);
    return Stream.concat(
        reversed(state.window()),
        newestFirst.stream().flatMap(segment -> reversed(segments.read(segment, line -> true))));
  }

  private static Stream<HistoryEntry> reversed(List<HistoryEntry> entries) {
    List<HistoryEntry> reversed = new ArrayList<>(entries);
    Collections.reverse(reversed);
    return reversed.stream();
  }
}
