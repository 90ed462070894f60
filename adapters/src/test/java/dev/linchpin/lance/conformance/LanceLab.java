package dev.linchpin.lance.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.Transaction;
import org.lance.WriteParams.WriteMode;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Update;

/**
 * A directory, an allocator and the shortest way to build and read Lance tables of {@link Row}s.
 *
 * <p>As a JUnit extension it lives for one test. Closing it closes every dataset that it handed
 * out, fails if Arrow memory was leaked, and deletes the directory.
 */
final class LanceLab implements BeforeEachCallback, AfterEachCallback, AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
              new Field("name", FieldType.nullable(ArrowType.Utf8.INSTANCE), null)));

  private final Deque<Dataset> handedOut = new ArrayDeque<>();
  private BufferAllocator allocator;
  private Path directory;

  /** A lab outside JUnit's life cycle; close it. */
  static LanceLab open() {
    LanceLab lab = new LanceLab();
    lab.beforeEach(null);
    return lab;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    allocator = new RootAllocator();
    try {
      directory = Files.createTempDirectory("lance-conformance-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    synchronized (handedOut) {
      handedOut.forEach(Dataset::close);
      handedOut.clear();
    }
    try {
      allocator.close();
    } finally {
      deleteTree(directory);
    }
  }

  BufferAllocator allocator() {
    return allocator;
  }

  Path directory() {
    return directory;
  }

  String uri(String name) {
    return directory.resolve(name).toString();
  }

  /** An empty table at version 1. */
  Dataset create(String uri) {
    return create(uri, SCHEMA);
  }

  Dataset create(String uri, Schema schema) {
    return keep(
        Dataset.write()
            .allocator(allocator)
            .uri(uri)
            .schema(schema)
            .mode(WriteMode.CREATE)
            .enableStableRowIds(true)
            .execute());
  }

  /** The newest version, through a session of its own. */
  Dataset openHead(String uri) {
    return keep(Dataset.open().allocator(allocator).uri(uri).build());
  }

  /** The given version, through a session of its own. */
  Dataset openAt(String uri, long version) {
    ReadOptions options = new ReadOptions.Builder().setVersion(version).build();
    return keep(Dataset.open().allocator(allocator).uri(uri).readOptions(options).build());
  }

  Dataset checkout(Dataset dataset, long version) {
    return keep(dataset.checkoutVersion(version));
  }

  List<FragmentMetadata> stage(String uri, List<Row> rows) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      BigIntVector ids = (BigIntVector) root.getVector("id");
      VarCharVector names = (VarCharVector) root.getVector("name");
      for (int i = 0; i < rows.size(); i++) {
        ids.setSafe(i, rows.get(i).id());
        names.setSafe(i, rows.get(i).name().getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(rows.size());
      return stage(uri, root);
    }
  }

  List<FragmentMetadata> stage(String uri, VectorSchemaRoot root) {
    return Fragment.write().datasetUri(uri).allocator(allocator).data(root).execute();
  }

  Operation appending(Dataset dataset, List<Row> rows) {
    return Append.builder().fragments(stage(dataset.uri(), rows)).build();
  }

  Operation overwriting(Dataset dataset, List<Row> rows) {
    return overwriting(stage(dataset.uri(), rows));
  }

  static Operation overwriting(List<FragmentMetadata> fragments) {
    return Overwrite.builder().fragments(fragments).schema(SCHEMA).build();
  }

  static Operation updating(
      List<Long> removed, List<FragmentMetadata> updated, List<FragmentMetadata> added) {
    return Update.builder()
        .removedFragmentIds(removed)
        .updatedFragments(updated)
        .newFragments(added)
        .build();
  }

  static Transaction transaction(long readVersion, String uuid, Operation operation) {
    return new Transaction.Builder()
        .readVersion(readVersion)
        .uuid(uuid)
        .operation(operation)
        .transactionProperties(Map.of("operation", "op-of-" + uuid))
        .build();
  }

  /** Commits read at the version of the handle, under a new uuid and without retries. */
  Dataset commit(Dataset dataset, Operation operation) {
    return commit(
        dataset, transaction(dataset.version(), UUID.randomUUID().toString(), operation), 0);
  }

  /** Commits and closes the transaction: one of an Overwrite holds native memory until then. */
  Dataset commit(Dataset dataset, Transaction transaction, int maxRetries) {
    try (transaction) {
      return keep(new CommitBuilder(dataset).maxRetries(maxRetries).execute(transaction));
    }
  }

  Dataset append(Dataset dataset, List<Row> rows) {
    return commit(dataset, appending(dataset, rows));
  }

  static List<FragmentMetadata> fragments(Dataset dataset) {
    return dataset.getFragments().stream().map(Fragment::metadata).toList();
  }

  /** The rows in scan order. */
  List<Row> read(Dataset dataset) {
    return located(dataset, new ScanOptions.Builder().withRowAddress(true).build()).stream()
        .map(Located::row)
        .toList();
  }

  /** The rows with their physical address and, if the options ask for it, their stable row id. */
  @SuppressWarnings("try") // LanceScanner.close may throw anything; it becomes a ScanFailed
  List<Located> located(Dataset dataset, ScanOptions options) {
    List<Located> found = new ArrayList<>();
    try (LanceScanner scanner = dataset.newScan(options);
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        BigIntVector ids = (BigIntVector) root.getVector("id");
        VarCharVector names = (VarCharVector) root.getVector("name");
        UInt8Vector addresses = (UInt8Vector) root.getVector("_rowaddr");
        UInt8Vector rowIds = (UInt8Vector) root.getVector("_rowid");
        for (int i = 0; i < root.getRowCount(); i++) {
          Row row = new Row(ids.get(i), names.getObject(i).toString());
          found.add(new Located(row, addresses.get(i), rowIds == null ? -1 : rowIds.get(i)));
        }
      }
    } catch (Exception e) {
      throw new ScanFailed(e);
    }
    return found;
  }

  List<Located> located(Dataset dataset) {
    return located(dataset, new ScanOptions.Builder().withRowAddress(true).withRowId(true).build());
  }

  private Dataset keep(Dataset dataset) {
    synchronized (handedOut) {
      handedOut.push(dataset);
    }
    return dataset;
  }

  static void deleteTree(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row, where it lies and which row it is. */
  record Located(Row row, long address, long rowId) {
    int fragment() {
      return (int) (address >>> 32);
    }

    int offset() {
      return (int) address;
    }
  }

  /** A scan that Lance could not finish. */
  static final class ScanFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScanFailed(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }
}
