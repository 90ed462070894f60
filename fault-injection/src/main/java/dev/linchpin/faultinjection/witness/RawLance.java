package dev.linchpin.faultinjection.witness;

import dev.linchpin.faultinjection.witness.Witness.VersionSeen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.Transaction;
import org.lance.ipc.LanceScanner;
import org.lance.operation.Append;

/** Lance datasets as they are, through fresh handles only. */
public final class RawLance implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();

  /** A reader. */
  public RawLance() {}

  /**
   * The newest version.
   *
   * @param dataset a dataset's directory
   * @return its HEAD
   */
  public long head(Path dataset) {
    try (Dataset newest = open(dataset, new ReadOptions.Builder())) {
      return newest.version();
    }
  }

  /**
   * One version's transaction.
   *
   * @param dataset a dataset's directory
   * @param version the version
   * @return what its transaction says
   */
  public VersionSeen version(Path dataset, long version) {
    try (Dataset at = open(dataset, new ReadOptions.Builder().setVersion(version))) {
      Transaction transaction =
          at.readTransaction()
              .orElseThrow(
                  () -> new IllegalStateException(dataset + " v" + version + ": no transaction"));
      return new VersionSeen(
          version,
          transaction.uuid(),
          transaction.operation().name(),
          new TreeMap<>(transaction.transactionProperties().orElse(Map.of())));
    }
  }

  /**
   * Every row of one version.
   *
   * @param dataset a dataset's directory
   * @param version the version
   * @return each row's values as text by column; absent values are left out
   */
  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  public List<Map<String, String>> rows(Path dataset, long version) {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Dataset at = open(dataset, new ReadOptions.Builder().setVersion(version));
        LanceScanner scanner = at.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int i = 0; i < batch.getRowCount(); i++) {
          Map<String, String> row = new TreeMap<>();
          for (FieldVector column : batch.getFieldVectors()) {
            if (!column.isNull(i)) {
              row.put(column.getName(), column.getObject(i).toString());
            }
          }
          rows.add(row);
        }
      }
      return rows;
    } catch (Exception e) {
      throw new IllegalStateException("cannot read " + dataset + " at version " + version, e);
    }
  }

  /**
   * Moves a table as a stranger would: appends a copy of its first batch, and says nothing of
   * itself.
   *
   * @param dataset a dataset's directory; it must have rows
   * @return the version at which it landed
   */
  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  public long appendForeignCopy(Path dataset) {
    try (Dataset newest = open(dataset, new ReadOptions.Builder());
        LanceScanner scanner = newest.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      if (!reader.loadNextBatch()) {
        throw new IllegalStateException(dataset + " has no rows to copy");
      }
      List<FragmentMetadata> staged =
          Fragment.write()
              .datasetUri(dataset.toString())
              .allocator(allocator)
              .data(reader.getVectorSchemaRoot())
              .execute();
      try (Transaction transaction =
              new Transaction.Builder()
                  .readVersion(newest.version())
                  .operation(Append.builder().fragments(staged).build())
                  .build();
          Dataset committed = new CommitBuilder(newest).execute(transaction)) {
        if (committed.version() <= newest.version()) {
          throw new IllegalStateException("the foreign commit did not land");
        }
        return committed.version();
      }
    } catch (Exception e) {
      throw new IllegalStateException("cannot append to " + dataset, e);
    }
  }

  private Dataset open(Path dataset, ReadOptions.Builder options) {
    return Dataset.open()
        .allocator(allocator)
        .uri(dataset.toString())
        .readOptions(options.build())
        .build();
  }

  @Override
  public void close() {
    allocator.close();
  }
}
