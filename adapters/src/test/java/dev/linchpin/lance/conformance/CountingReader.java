package dev.linchpin.lance.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** A stream of rows 0, 1, 2, ... named "n0", "n1", ...; never more than one batch in memory. */
class CountingReader extends ArrowReader {
  private final int batches;
  private final int rowsPerBatch;
  private int served;

  CountingReader(LanceLab lab, int batches, int rowsPerBatch) {
    super(lab.allocator());
    this.batches = batches;
    this.rowsPerBatch = rowsPerBatch;
  }

  /** A reader that has nothing but an error. */
  static CountingReader failing(LanceLab lab, String message) {
    return new CountingReader(lab, 1, 1) {
      @Override
      public boolean loadNextBatch() throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    if (served == batches) {
      return false;
    }
    VectorSchemaRoot root = getVectorSchemaRoot();
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector names = (VarCharVector) root.getVector("name");
    for (int i = 0; i < rowsPerBatch; i++) {
      long id = (long) served * rowsPerBatch + i;
      ids.setSafe(i, id);
      names.setSafe(i, ("n" + id).getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(rowsPerBatch);
    served++;
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
    return LanceLab.SCHEMA;
  }
}
