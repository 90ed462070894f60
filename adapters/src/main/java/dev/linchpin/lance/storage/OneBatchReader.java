package dev.linchpin.lance.storage;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/** A filled root as a stream of one batch. */
final class OneBatchReader extends ArrowReader {
  private final VectorSchemaRoot filled;
  private boolean given;

  OneBatchReader(BufferAllocator allocator, VectorSchemaRoot filled) {
    super(allocator);
    this.filled = filled;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    if (given) {
      return false;
    }
    given = true;
    try (ArrowRecordBatch batch = new VectorUnloader(filled).getRecordBatch()) {
      new VectorLoader(getVectorSchemaRoot()).load(batch);
    }
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {}

  @Override
  protected Schema readSchema() {
    return filled.getSchema();
  }
}
