package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.spi.TableSubstrate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;

/**
 * Data tables on Lance. A commit's identity is its transaction uuid; what it is for stands in its
 * transaction properties. The read version that Lance stores is no proof of anything: a silently
 * rebased Update is stored with another one.
 */
public final class LanceTableSubstrate implements TableSubstrate {
  private static final String OPERATION = "linchpin.operation";
  private static final String POINTER = "linchpin.pointer";
  private static final String EPOCH = "linchpin.epoch";
  private static final String REALIGNS = "linchpin.realigns";

  /** How Lance names the operation of every realignment. */
  private static final String REALIGNMENT = "Overwrite";

  private final GraphLayout layout;
  private final BufferAllocator allocator;
  private final LanceCommit commit;
  private final Map<String, NewestVersion> datasets = new ConcurrentHashMap<>();

  /**
   * The tables of a graph.
   *
   * @param layout the graph
   * @param allocator Arrow memory, owned by the caller
   */
  public LanceTableSubstrate(GraphLayout layout, BufferAllocator allocator) {
    this(layout, allocator, LanceCommit.ONCE);
  }

  LanceTableSubstrate(GraphLayout layout, BufferAllocator allocator, LanceCommit commit) {
    this.commit = commit;
    this.layout = layout;
    this.allocator = allocator;
  }

  private NewestVersion dataset(String path) {
    return datasets.computeIfAbsent(
        path, relative -> new NewestVersion(layout.uri(relative), allocator));
  }

  @Override
  public long head(String path) {
    return LanceErrors.reading(
        "read the newest version of " + path,
        () -> {
          try (Dataset newest = dataset(path).open()) {
            return newest.version();
          }
        });
  }

  @Override
  public List<TableCommit> commits(String path, long after, long upTo) {
    return LanceErrors.reading(
        "read the transactions of " + path,
        () -> {
          List<TableCommit> commits = new ArrayList<>();
          try (Dataset newest = dataset(path).open()) {
            for (long version = after + 1; version <= upTo; version++) {
              commits.add(commitAt(newest, version));
            }
          }
          return commits;
        });
  }

  private static TableCommit commitAt(Dataset dataset, long version) {
    try (Dataset at = dataset.checkoutVersion(version)) {
      return LanceTransactions.read(at, transaction -> identify(version, transaction))
          .orElseGet(() -> new TableCommit.UnreadableCommit(version, "it carries no transaction"));
    } catch (Exception e) {
      return new TableCommit.UnreadableCommit(version, String.valueOf(e.getMessage()));
    }
  }

  private static TableCommit identify(long version, Transaction transaction) {
    Map<String, String> properties = transaction.transactionProperties().orElse(Map.of());
    String kind = transaction.operation().name();
    try {
      if (properties.containsKey(REALIGNS) && kind.equals(REALIGNMENT)) {
        return new TableCommit.RealignCommit(
            version, transaction.uuid(), Long.parseLong(properties.get(REALIGNS)));
      }
      if (properties.containsKey(OPERATION) && !properties.containsKey(REALIGNS)) {
        return new TableCommit.OperationCommit(
            version,
            transaction.uuid(),
            new OperationId(properties.get(OPERATION)),
            Long.parseLong(String.valueOf(properties.get(POINTER))),
            Long.parseLong(String.valueOf(properties.get(EPOCH))));
      }
    } catch (IllegalArgumentException e) {
      return new TableCommit.ForeignCommit(
          version,
          transaction.uuid(),
          "a transaction with properties that are not ours: " + e.getMessage());
    }
    return new TableCommit.ForeignCommit(
        version, transaction.uuid(), "transaction " + transaction.uuid() + " (" + kind + ")");
  }

  @Override
  public VersionFacts inspect(String path, long version) {
    try (Dataset at = dataset(path).at(version)) {
      OptionalLong rows = OptionalLong.of(at.countRows());
      return LanceTransactions.read(
              at,
              transaction ->
                  new VersionFacts(
                      Optional.of(transaction.operation().name()),
                      Optional.of(transaction.uuid()),
                      rows(path, version - 1),
                      rows))
          .orElseGet(
              () ->
                  new VersionFacts(
                      Optional.empty(), Optional.empty(), rows(path, version - 1), rows));
    } catch (Exception unreadable) {
      // Said as it is: nothing of it can be read. Nothing is decided by it.
      return new VersionFacts(
          Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    }
  }

  private OptionalLong rows(String path, long version) {
    try (Dataset at = dataset(path).at(version)) {
      return OptionalLong.of(at.countRows());
    } catch (Exception unreadable) {
      return OptionalLong.empty();
    }
  }

  @Override
  @DurableCall("table commit")
  public CommitResult commit(OperationId operation, PlannedEffect effect) {
    EffectTarget target = effect.target();
    if (!(effect.payload() instanceof StagedTransaction staged)) {
      throw new IllegalArgumentException("not a staged Lance transaction: " + effect.payload());
    }
    Map<String, String> properties =
        Map.of(
            OPERATION, operation.value(),
            POINTER, Long.toString(target.expected().version()),
            EPOCH, Long.toString(target.expected().epoch()));
    return execute(
        target.path(),
        target.expected().version(),
        target.transactionUuid(),
        staged.operation(),
        properties);
  }

  @Override
  @DurableCall("realign commit")
  public CommitResult realign(TableHead table, long headSeen, String transactionUuid) {
    Operation pinned =
        LanceErrors.reading(
            "read version " + table.version() + " of " + table.path(), () -> content(table));
    return execute(
        table.path(),
        headSeen,
        transactionUuid,
        pinned,
        Map.of(REALIGNS, Long.toString(table.version())));
  }

  private Operation content(TableHead table) {
    try (Dataset pinned = dataset(table.path()).at(table.version())) {
      List<FragmentMetadata> fragments =
          pinned.getFragments().stream().map(Fragment::metadata).toList();
      Schema schema = pinned.getSchema();
      return Overwrite.builder().fragments(fragments).schema(schema).build();
    }
  }

  private CommitResult execute(
      String path,
      long readVersion,
      String uuid,
      Operation operation,
      Map<String, String> properties) {
    try (Dataset base =
        LanceErrors.reading(
            "open version " + readVersion + " of " + path, () -> dataset(path).at(readVersion))) {
      return execute(
          base,
          path,
          new Transaction.Builder()
              .readVersion(readVersion)
              .uuid(uuid)
              .operation(operation)
              .transactionProperties(properties)
              .build());
    }
  }

  private CommitResult execute(Dataset base, String path, Transaction transaction) {
    long readVersion = transaction.readVersion();
    String uuid = transaction.uuid();
    try (transaction;
        Dataset committed = commit.execute(base, transaction)) {
      return new CommitResult.Landed(committed.version());
    } catch (Exception e) {
      return find(path, readVersion, uuid, e);
    }
  }

  /**
   * Only the own uuid in the chain tells whether a commit landed that ended in an error. A conflict
   * is believed only after that look: a lost reply can look like one.
   */
  private CommitResult find(String path, long readVersion, String uuid, Exception error) {
    try (Dataset dataset = dataset(path).listed()) {
      for (long version = readVersion + 1; version <= dataset.version(); version++) {
        try (Dataset at = dataset.checkoutVersion(version)) {
          if (LanceTransactions.carries(at, uuid)) {
            return new CommitResult.Landed(version);
          }
        }
      }
      if (LanceErrors.isConflict(error)) {
        return new CommitResult.Conflicted(error.getMessage());
      }
    } catch (Exception second) {
      error.addSuppressed(second);
    }
    throw LanceErrors.failed("commit to " + path, DataState.UNKNOWN, error);
  }
}
