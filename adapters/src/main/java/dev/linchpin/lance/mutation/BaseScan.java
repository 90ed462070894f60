package dev.linchpin.lance.mutation;

import dev.linchpin.error.StorageException;
import dev.linchpin.lance.PinnedTable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Scans a pinned table batch by batch. */
final class BaseScan {
  private BaseScan() {}

  static void each(
      PinnedTable table,
      Collection<String> columns,
      boolean withAddress,
      Consumer<VectorSchemaRoot> batches) {
    try (ArrowReader reader = table.scan(columns, withAddress)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        batches.accept(batch);
      }
    } catch (IOException failure) {
      throw new StorageException(
          "type " + table.type().name() + ": cannot read: " + failure.getMessage(), failure);
    }
  }
}
