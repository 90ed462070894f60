package dev.linchpin.lance;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.ipc.LanceScanner;

/** A Lance scan as one thing to close, whose failures are input-output errors. */
final class ScanReader extends ArrowReader {
  private final LanceScanner scanner;
  private final ArrowReader batches;
  private final String table;

  ScanReader(BufferAllocator allocator, LanceScanner scanner, String table) {
    super(allocator);
    this.scanner = scanner;
    this.batches = scanner.scanBatches();
    this.table = table;
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
    return batches.getVectorSchemaRoot();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      return batches.loadNextBatch();
    } catch (RuntimeException failure) {
      throw new IOException("scan of table " + table + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public long bytesRead() {
    return batches.bytesRead();
  }

  @Override
  protected Schema readSchema() throws IOException {
    return batches.getVectorSchemaRoot().getSchema();
  }

  @Override
  protected void closeReadSource() throws IOException {
    try {
      batches.close();
    } finally {
      closeScanner();
    }
  }

  private void closeScanner() throws IOException {
    try {
      scanner.close();
    } catch (IOException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException("scan of table " + table + ": " + failure.getMessage(), failure);
    }
  }
}
