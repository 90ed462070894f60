package dev.linchpin.lance.mutation;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** A stream that makes its batches on demand in one root, which it owns. */
class Batches extends ArrowReader {
  private final VectorSchemaRoot batch;
  private final int count;
  private int next;

  Batches(BufferAllocator allocator, VectorSchemaRoot batch, int count) {
    super(allocator);
    this.batch = batch;
    this.count = count;
  }

  /** Fills the cleared batch with rows. */
  void fill(VectorSchemaRoot cleared, int number) throws IOException {
    cleared.setRowCount(0);
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() {
    return batch;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    if (next == count) {
      return false;
    }
    batch.clear();
    batch.allocateNew();
    fill(batch, next++);
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    batch.close();
  }

  @Override
  protected Schema readSchema() {
    return batch.getSchema();
  }
}
