package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
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
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
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
  private final NewestVersion newest;
  private final LanceCommit commit;

  /** Spares scanning a version again; which version is the newest is asked of the store always. */
  private final LastRead<ManifestState> known = new LastRead<>();

  /**
   * The manifest of a graph.
   *
   * @param layout the graph
   * @param allocator Arrow memory, owned by the caller
   */
  public LanceManifestAuthority(GraphLayout layout, BufferAllocator allocator) {
    this(layout, allocator, LanceCommit.ONCE);
  }

  LanceManifestAuthority(GraphLayout layout, BufferAllocator allocator, LanceCommit commit) {
    this.commit = commit;
    this.uri = layout.manifest().toString();
    this.allocator = allocator;
    this.segments = new LineageSegments(new LocalBlobs(layout.lineage()));
    this.newest = new NewestVersion(uri, allocator);
  }

  @Override
  public ManifestState read() {
    return LanceErrors.reading(
        "read the manifest " + uri,
        () -> {
          try (Dataset dataset = newest.open()) {
            String uuid = uuid(dataset);
            Optional<ManifestState> before = known.of(dataset.version(), uuid);
            if (before.isPresent()) {
              return before.get();
            }
            ManifestState state = scan(dataset);
            known.remember(state.version(), uuid, state);
            return state;
          }
        });
  }

  @Override
  public Optional<ManifestState> readAt(long version) {
    if (version < 1) {
      return Optional.empty();
    }
    try (Dataset dataset = newest.at(version)) {
      return Optional.of(scan(dataset));
    } catch (LinchpinException e) {
      throw e;
    } catch (Exception e) {
      if (LanceErrors.isNotFound(e)) {
        return Optional.empty();
      }
      throw LanceErrors.failed(
          "read version " + version + " of the manifest " + uri, DataState.UNCHANGED, e);
    }
  }

  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  private static ManifestState scan(Dataset dataset) throws Exception {
    try (LanceScanner scanner = dataset.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      List<ManifestRows.Row> rows = new ArrayList<>();
      while (reader.loadNextBatch()) {
        ManifestRows.drain(reader.getVectorSchemaRoot(), rows);
      }
      return ManifestRows.read(dataset.version(), rows);
    }
  }

  /** Empty text if the version carries no transaction, which none of ours does. */
  private static String uuid(Dataset dataset) {
    return LanceTransactions.read(dataset, Transaction::uuid).orElse("");
  }

  @Override
  public CasOutcome compareAndSet(ManifestState base, ManifestState next) {
    if (next.version() != base.version() + 1) {
      throw new IllegalArgumentException(
          "version " + next.version() + " does not follow version " + base.version());
    }
    ManifestState bounded = segments.bounded(next);
    List<FragmentMetadata> staged =
        LanceErrors.reading("stage manifest version " + next.version(), () -> stage(bounded));
    String uuid = UUID.randomUUID().toString();
    CasOutcome outcome;
    try (Dataset read =
        LanceErrors.reading(
            "open manifest version " + base.version(), () -> newest.at(base.version()))) {
      outcome = commit(read, staged, uuid);
    }
    if (outcome == CasOutcome.WON) {
      known.remember(bounded.version(), uuid, bounded);
    } else {
      newest.forget();
    }
    return outcome;
  }

  private List<FragmentMetadata> stage(ManifestState state) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ManifestRows.SCHEMA, allocator)) {
      ManifestRows.fill(root, ManifestRows.write(state));
      return Fragment.write().datasetUri(uri).allocator(allocator).data(root).execute();
    }
  }

  /** The commit itself; what it names is durable already. */
  @DurableCall("manifest commit")
  private CasOutcome commit(Dataset base, List<FragmentMetadata> staged, String uuid) {
    long readVersion = base.version();
    long achieved;
    try (Transaction transaction =
            new Transaction.Builder()
                .readVersion(readVersion)
                .uuid(uuid)
                .operation(
                    Overwrite.builder().fragments(staged).schema(ManifestRows.SCHEMA).build())
                .build();
        Dataset committed = commit.execute(base, transaction)) {
      achieved = committed.version();
    } catch (Exception e) {
      return ownerOf(readVersion + 1, uuid, e);
    }
    if (achieved != readVersion + 1) {
      throw new StorageException(
          "the manifest "
              + uri
              + " was changed by something that is no Overwrite: a commit read at version "
              + readVersion
              + " landed at version "
              + achieved,
          DataState.UNKNOWN,
          null);
    }
    return CasOutcome.WON;
  }

  /**
   * Whose is the version that the commit was to become? Asked after every error, also after a
   * conflict: a lost reply can look like one. If the version is nobody's, the commit may still be
   * on its way.
   */
  private CasOutcome ownerOf(long version, String uuid, Exception error) {
    try (Dataset dataset = newest.listed()) {
      if (dataset.version() >= version) {
        try (Dataset at = dataset.checkoutVersion(version)) {
          return LanceTransactions.carries(at, uuid) ? CasOutcome.WON : CasOutcome.LOST;
        }
      }
    } catch (Exception second) {
      error.addSuppressed(second);
    }
    throw LanceErrors.failed("commit manifest version " + version, DataState.UNKNOWN, error);
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
      ManifestState state, String text, Predicate<HistoryEntry> matches, long afterVersion) {
    Predicate<HistoryEntry> wanted = matches.and(entry -> entry.manifestVersion() > afterVersion);
    Optional<HistoryEntry> recent = best(state.window(), wanted);
    if (recent.isPresent()) {
      return recent;
    }
    for (int i = state.segments().size() - 1; i >= 0; i--) {
      SegmentRef segment = state.segments().get(i);
      if (segment.lastVersion() <= afterVersion) {
        break;
      }
      Optional<HistoryEntry> found = best(segments.mentioning(segment, text), wanted);
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
        newestFirst.stream().flatMap(segment -> reversed(segments.read(segment))));
  }

  private static Stream<HistoryEntry> reversed(List<HistoryEntry> entries) {
    List<HistoryEntry> reversed = new ArrayList<>(entries);
    Collections.reverse(reversed);
    return reversed.stream();
  }
}
