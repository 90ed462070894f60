package dev.linchpin.lance.mutation;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.Canonical;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** Rows of Java values as a stream of small Arrow batches. */
final class RowsReader extends ArrowReader {
  private static final int BATCH = 1_024;

  private final ElementType type;
  private final Iterator<Row> rows;

  RowsReader(BufferAllocator allocator, ElementType type, Iterator<Row> rows) {
    super(allocator);
    this.type = type;
    this.rows = rows;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    if (!rows.hasNext()) {
      return false;
    }
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    root.allocateNew();
    int row = 0;
    for (; row < BATCH && rows.hasNext(); row++) {
      put(root, row, rows.next());
    }
    root.setRowCount(row);
    return true;
  }

  private void put(VectorSchemaRoot root, int index, Row row) {
    if (row == null) {
      throw new InvalidInputException("type " + type.name() + ": a row is null");
    }
    for (Map.Entry<String, Object> entry : row.values().entrySet()) {
      Property property = type.column(entry.getKey());
      if (entry.getValue() != null) {
        FieldVector column = root.getVector(property.name());
        property.type().write(column, index, Canonical.value(type, property, entry.getValue()));
      }
    }
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {}

  @Override
  protected Schema readSchema() {
    return type.arrowSchema();
  }
}
