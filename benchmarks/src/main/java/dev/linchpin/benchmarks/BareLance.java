package dev.linchpin.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;

/**
 * The floor that no protocol over Lance can go below: the same number of table commits as a graph
 * commit makes, plus one whole-state Overwrite of a small manifest, without any check, intent or
 * recovery.
 */
final class BareLance implements AutoCloseable {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("key", new ArrowType.Utf8()),
              Field.nullable("name", new ArrowType.Utf8())));
  private static final int MANIFEST_ROWS = 20;

  private final BufferAllocator allocator;
  private final List<String> tables = new ArrayList<>();
  private final String manifest;

  BareLance(Path root, int tableCount, BufferAllocator allocator) {
    this.allocator = allocator;
    for (int i = 0; i < tableCount; i++) {
      tables.add(create(root.resolve("t" + i)));
    }
    manifest = create(root.resolve("manifest"));
  }

  private String create(Path path) {
    String uri = path.toString();
    Dataset.write()
        .allocator(allocator)
        .uri(uri)
        .schema(SCHEMA)
        .enableStableRowIds(true)
        .execute()
        .close();
    return uri;
  }

  /** One row into each table, then the manifest. */
  void commit(long key) {
    for (String table : tables) {
      try (Dataset dataset = open(table)) {
        List<FragmentMetadata> staged = stage(table, key, 1);
        commit(dataset, Append.builder().fragments(staged).build());
      }
    }
    try (Dataset dataset = open(manifest)) {
      List<FragmentMetadata> staged = stage(manifest, key, MANIFEST_ROWS);
      commit(dataset, Overwrite.builder().fragments(staged).schema(SCHEMA).build());
    }
  }

  private Dataset open(String uri) {
    return Dataset.open().allocator(allocator).uri(uri).build();
  }

  private List<FragmentMetadata> stage(String uri, long key, int rows) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      VarCharVector keys = (VarCharVector) root.getVector("key");
      VarCharVector names = (VarCharVector) root.getVector("name");
      for (int i = 0; i < rows; i++) {
        keys.setSafe(i, ("k" + key + "-" + i).getBytes(StandardCharsets.UTF_8));
        names.setSafe(i, ("n" + i).getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(rows);
      return Fragment.write().datasetUri(uri).allocator(allocator).data(root).execute();
    }
  }

  private static void commit(Dataset dataset, Operation operation) {
    try (Transaction transaction =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .uuid(UUID.randomUUID().toString())
                .operation(operation)
                .build();
        Dataset committed = new CommitBuilder(dataset).maxRetries(0).execute(transaction)) {
      if (committed.version() != dataset.version() + 1) {
        throw new IllegalStateException("nobody else writes here");
      }
    }
  }

  @Override
  public void close() {
    allocator.close();
  }
}
