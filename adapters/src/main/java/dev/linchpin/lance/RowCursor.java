package dev.linchpin.lance;

import dev.linchpin.error.StorageException;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Rows of one scan, one batch in memory at a time, in no particular order. Close it; {@link
 * #toList()} does. For one thread.
 */
public final class RowCursor implements Iterator<Row>, AutoCloseable {
  private final ElementType type;
  private final ArrowReader reader;
  private final Optional<BoundCondition> condition;
  private final VectorSchemaRoot rows;
  private int next = -1;
  private boolean ended;

  RowCursor(ElementType type, ArrowReader reader, Optional<BoundCondition> condition) {
    this.type = type;
    this.reader = reader;
    this.condition = condition;
    try {
      this.rows = reader.getVectorSchemaRoot();
    } catch (IOException failure) {
      throw storage(failure);
    }
  }

  @Override
  public boolean hasNext() {
    if (next < 0 && !ended) {
      advance(-1);
    }
    return !ended;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Property column : type.columns()) {
      values.put(column.name(), column.type().read(rows.getVector(column.name()), next));
    }
    advance(next);
    return Row.of(values);
  }

  /** Moves to the first row after {@code from} in this batch or a later one. */
  private void advance(int from) {
    int row = from + 1;
    int count = from < 0 ? 0 : rows.getRowCount();
    while (true) {
      for (; row < count; row++) {
        if (condition.isEmpty() || condition.get().takes(rows, row)) {
          next = row;
          return;
        }
      }
      if (!loadNextBatch()) {
        ended = true;
        return;
      }
      row = 0;
      count = rows.getRowCount();
    }
  }

  private boolean loadNextBatch() {
    try {
      return reader.loadNextBatch();
    } catch (IOException failure) {
      throw storage(failure);
    }
  }

  /**
   * The rest of the rows; closes the cursor.
   *
   * @return the rows, all in memory
   */
  public List<Row> toList() {
    List<Row> list = new ArrayList<>();
    try (this) {
      while (hasNext()) {
        list.add(next());
      }
    }
    return list;
  }

  @Override
  public void close() {
    ended = true;
    try {
      reader.close();
    } catch (IOException failure) {
      throw storage(failure);
    }
  }

  private StorageException storage(IOException failure) {
    return new StorageException(
        "type " + type.name() + ": cannot read: " + failure.getMessage(), failure);
  }
}
