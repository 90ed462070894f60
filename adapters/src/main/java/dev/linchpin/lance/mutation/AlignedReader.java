package dev.linchpin.lance.mutation;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.schema.EdgeType;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Names;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.schema.PropertyTypes;
import dev.linchpin.lance.schema.VectorType;
import dev.linchpin.spi.IdSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A caller's stream in exactly the table's schema: same columns, same order, same types. Lance
 * takes staged columns by position and checks none of this; a table with a misaligned fragment can
 * never be read again.
 *
 * <p>Batches are copied, since a caller's buffers may belong to any allocator.
 */
final class AlignedReader extends ArrowReader {
  private final ElementType type;
  private final ArrowReader input;
  private final IdSource ids;
  private final Consumer<VectorSchemaRoot> sink;
  private final Map<String, Property> given = new LinkedHashMap<>();
  private Throwable failure;

  /**
   * Opens the stream and compares its schema.
   *
   * @param input the caller's stream; stays the caller's to close
   * @param ids where the identities of edges come from that have none
   * @param sink sees each aligned batch before Lance does
   * @throws InvalidInputException if a column is unknown or of the wrong type
   * @throws ConstraintViolationException if a required column is missing
   */
  AlignedReader(
      BufferAllocator allocator,
      ElementType type,
      ArrowReader input,
      IdSource ids,
      Consumer<VectorSchemaRoot> sink) {
    super(allocator);
    this.type = type;
    this.input = input;
    this.ids = ids;
    this.sink = sink;
    try {
      compare(input.getVectorSchemaRoot().getSchema());
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  private void compare(Schema schema) {
    for (Field field : schema.getFields()) {
      Property property = type.column(field.getName());
      if (given.put(property.name(), property) != null) {
        throw new InvalidInputException(
            "type " + type.name() + ": the input has two columns " + Names.show(field.getName()));
      }
      PropertyType found = PropertyTypes.of(field).orElse(null);
      if (!property.type().equals(found)) {
        throw new InvalidInputException(
            "type "
                + type.name()
                + ", property "
                + property.name()
                + ": the input holds "
                + (found == null ? describe(field) : found.text())
                + ", not "
                + property.type().text());
      }
    }
    for (Property property : type.columns()) {
      if (property.required() && !given.containsKey(property.name()) && !minted(property)) {
        throw new ConstraintViolationException(
            "type "
                + type.name()
                + ", property "
                + property.name()
                + ": it is required and the input has no such column");
      }
    }
  }

  private static String describe(Field field) {
    return field.getDictionary() != null ? "a dictionary" : field.getType().toString();
  }

  private boolean minted(Property property) {
    return type instanceof EdgeType && property.equals(type.key());
  }

  private InvalidInputException unreadable(IOException cause) {
    return new InvalidInputException(
        "type " + type.name() + ": the input cannot be read: " + cause.getMessage());
  }

  /** What ended the stream early: Lance only passes on its text. */
  Throwable failure() {
    return failure;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      return align();
    } catch (RuntimeException | IOException | Error cause) {
      failure = cause instanceof IOException io ? unreadable(io) : cause;
      throw cause;
    }
  }

  private boolean align() throws IOException {
    prepareLoadNextBatch();
    if (!input.loadNextBatch()) {
      return false;
    }
    VectorSchemaRoot source = input.getVectorSchemaRoot();
    VectorSchemaRoot own = getVectorSchemaRoot();
    own.clear();
    int count = source.getRowCount();
    for (Property property : type.columns()) {
      FieldVector column = own.getVector(property.name());
      if (given.containsKey(property.name())) {
        copy(source.getVector(property.name()), column, count);
        requireWholeVectors(property, column);
      } else {
        fillWithNulls(column, count);
      }
      if (minted(property)) {
        mint(column, property, count);
      }
    }
    own.setRowCount(count);
    sink.accept(own);
    return true;
  }

  private static void fillWithNulls(FieldVector column, int count) {
    column.setInitialCapacity(count);
    column.allocateNew();
    column.setValueCount(count);
  }

  private void copy(FieldVector from, FieldVector to, int count) {
    VectorSchemaRoot one = new VectorSchemaRoot(List.of(from.getField()), List.of(from), count);
    List<ArrowBuf> copies = new ArrayList<>();
    try (ArrowRecordBatch source = new VectorUnloader(one).getRecordBatch()) {
      for (ArrowBuf buffer : source.getBuffers()) {
        long bytes = buffer.readableBytes();
        ArrowBuf copy = allocator.buffer(bytes);
        copies.add(copy);
        copy.setBytes(0, buffer, buffer.readerIndex(), bytes);
        copy.writerIndex(bytes);
      }
      try (ArrowRecordBatch batch = new ArrowRecordBatch(count, source.getNodes(), copies)) {
        new VectorLoader(new VectorSchemaRoot(List.of(to.getField()), List.of(to), 0)).load(batch);
      }
    } finally {
      copies.forEach(ArrowBuf::close);
    }
  }

  private void requireWholeVectors(Property property, FieldVector column) {
    if (property.type() instanceof VectorType vector) {
      long outside = (long) column.getNullCount() * vector.dimension();
      if (((FixedSizeListVector) column).getDataVector().getNullCount() > outside) {
        throw new InvalidInputException(
            "type " + type.name() + ", property " + property.name() + ": a vector has a gap");
      }
    }
  }

  /** An edge without an identity gets a fresh one. */
  private void mint(FieldVector column, Property key, int count) {
    if (column.getNullCount() == 0) {
      return;
    }
    List<Object> whole = new ArrayList<>(count);
    for (int row = 0; row < count; row++) {
      Object id = key.type().read(column, row);
      whole.add(id == null ? ids.next() : id);
    }
    column.clear();
    column.setInitialCapacity(count);
    column.allocateNew();
    for (int row = 0; row < count; row++) {
      key.type().write(column, row, whole.get(row));
    }
    column.setValueCount(count);
  }

  @Override
  public long bytesRead() {
    return input.bytesRead();
  }

  @Override
  protected void closeReadSource() {}

  @Override
  protected Schema readSchema() {
    return type.arrowSchema();
  }
}
