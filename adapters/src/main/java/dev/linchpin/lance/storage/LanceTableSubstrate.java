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
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
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

  private final GraphLayout layout;
  private final BufferAllocator allocator;

  /**
   * The tables of a graph.
   *
   * @param layout the graph
   * @param allocator Arrow memory, owned by the caller
   */
  public LanceTableSubstrate(GraphLayout layout, BufferAllocator allocator) {
    this.layout = layout;
    this.allocator = allocator;
  }

  private Dataset open(String path, ReadOptions.Builder options) {
    return Dataset.open()
        .allocator(allocator)
        .uri(layout.uri(path))
        .readOptions(options.build())
        .build();
  }

  @Override
  public long head(String path) {
    return LanceErrors.reading(
        "read the newest version of " + path,
        () -> {
          try (Dataset dataset = open(path, new ReadOptions.Builder())) {
            return dataset.version();
          }
        });
  }

  @Override
  public List<TableCommit> commits(String path, long after, long upTo) {
    return LanceErrors.reading(
        "read the transactions of " + path,
        () -> {
          List<TableCommit> commits = new ArrayList<>();
          try (Dataset dataset = open(path, new ReadOptions.Builder())) {
            for (long version = after + 1; version <= upTo; version++) {
              commits.add(commit(dataset, version));
            }
          }
          return commits;
        });
  }

  private static TableCommit commit(Dataset dataset, long version) {
    try (Dataset at = dataset.checkoutVersion(version)) {
      return LanceTransactions.read(at, transaction -> identify(version, transaction))
          .orElseGet(() -> new TableCommit.UnreadableCommit(version, "it carries no transaction"));
    } catch (Exception e) {
      return new TableCommit.UnreadableCommit(version, String.valueOf(e.getMessage()));
    }
  }

  private static TableCommit identify(long version, Transaction transaction) {
    Map<String, String> properties = transaction.transactionProperties().orElse(Map.of());
    try {
      if (properties.containsKey(REALIGNS)) {
        return new TableCommit.RealignCommit(
            version, transaction.uuid(), Long.parseLong(properties.get(REALIGNS)));
      }
      if (properties.containsKey(OPERATION)) {
        return new TableCommit.OperationCommit(
            version,
            transaction.uuid(),
            new OperationId(properties.get(OPERATION)),
            Long.parseLong(String.valueOf(properties.get(POINTER))),
            Long.parseLong(String.valueOf(properties.get(EPOCH))));
      }
    } catch (IllegalArgumentException e) {
      return new TableCommit.ForeignCommit(
          version, "a transaction with properties that are not ours: " + e.getMessage());
    }
    return new TableCommit.ForeignCommit(
        version, "transaction " + transaction.uuid() + " (" + transaction.operation().name() + ")");
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
    try (Dataset pinned =
        open(table.path(), new ReadOptions.Builder().setVersion(table.version()))) {
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
    try (Dataset dataset = open(path, new ReadOptions.Builder())) {
      try (Transaction transaction =
              new Transaction.Builder()
                  .readVersion(readVersion)
                  .uuid(uuid)
                  .operation(operation)
                  .transactionProperties(properties)
                  .build();
          Dataset committed = new CommitBuilder(dataset).maxRetries(0).execute(transaction)) {
        return new CommitResult.Landed(committed.version());
      }
    } catch (Exception e) {
      if (LanceErrors.isConflict(e)) {
        return new CommitResult.Conflicted(e.getMessage());
      }
      return afterLostReply(path, readVersion, uuid, e);
    }
  }

  /** The reply was lost or nothing happened: only the own uuid in the chain tells. */
  private CommitResult afterLostReply(String path, long readVersion, String uuid, Exception lost) {
    try (Dataset dataset = open(path, new ReadOptions.Builder())) {
      for (long version = readVersion + 1; version <= dataset.version(); version++) {
        try (Dataset at = dataset.checkoutVersion(version)) {
          if (LanceTransactions.carries(at, uuid)) {
            return new CommitResult.Landed(version);
          }
        }
      }
    } catch (Exception second) {
      lost.addSuppressed(second);
    }
    throw LanceErrors.failed("commit to " + path, DataState.UNKNOWN, lost);
  }
}
