package dev.linchpin.lance.mutation;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import dev.linchpin.lance.schema.EdgeType;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.lance.storage.LanceErrors;
import dev.linchpin.spi.IdSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;

/**
 * Streams new rows into reclaimable files, checking on the way what needs no base: required values,
 * and keys and unique values that come twice within the write. One batch is in memory at a time;
 * what remains is a digest for each key, unique value and endpoint.
 */
final class RowStager {
  private final WriteChanges changes;
  private final BufferAllocator allocator;
  private final IdSource ids;

  RowStager(WriteChanges changes, BufferAllocator allocator, IdSource ids) {
    this.changes = changes;
    this.allocator = allocator;
    this.ids = ids;
  }

  /**
   * Stages a stream to its end.
   *
   * @param operation {@link TableChange#INSERT} or {@link TableChange#UPSERT}
   * @return how many rows it had
   */
  long stage(TableChange change, ArrowReader input, int operation) {
    long[] count = new long[1];
    AlignedReader aligned =
        new AlignedReader(
            allocator,
            change.type(),
            input,
            ids,
            batch -> {
              note(change, batch, operation);
              count[0] += batch.getRowCount();
            });
    List<FragmentMetadata> fragments;
    try (aligned) {
      fragments = write(change, aligned);
    } catch (IOException impossible) {
      throw new IllegalStateException("the stream's own batches do no input or output", impossible);
    }
    changes.violations().throwIfAny();
    requireAligned(change, fragments);
    change.staged().addAll(fragments);
    if (count[0] > 0) {
      change.markNewRows();
    }
    return count[0];
  }

  private List<FragmentMetadata> write(TableChange change, AlignedReader aligned) {
    try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, aligned, stream);
      return Fragment.write()
          .datasetUri(change.table().path().toString())
          .allocator(allocator)
          .data(stream)
          .execute();
    } catch (Exception lost) {
      // Lance throws checked exceptions that its signatures do not declare, and of what the stream
      // threw it keeps the text only.
      if (aligned.failure() instanceof Error error) {
        throw error;
      } else if (aligned.failure() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw LanceErrors.failed(
          "stage rows of type " + change.type().name(), DataState.UNCHANGED, lost);
    }
  }

  /** Lance would commit a fragment whose columns are not the table's, and never read it again. */
  private static void requireAligned(TableChange change, List<FragmentMetadata> fragments) {
    int[] expected = change.table().fieldIds();
    for (FragmentMetadata fragment : fragments) {
      for (DataFile file : fragment.getFiles()) {
        if (!Arrays.equals(file.getFields(), expected)) {
          throw new StorageException(
              "type "
                  + change.type().name()
                  + ": staged columns "
                  + Arrays.toString(file.getFields())
                  + " are not the table's "
                  + Arrays.toString(expected),
              null);
        }
      }
    }
  }

  private void note(TableChange change, VectorSchemaRoot batch, int operation) {
    ElementType type = change.type();
    requireValues(type, batch);
    FieldVector key = batch.getVector(type.key().name());
    for (int row = 0; row < batch.getRowCount(); row++) {
      if (key.isNull(row)) {
        continue;
      }
      int earlier = change.keys().putIfAbsent(changes.digester().of(key, row), operation);
      if (earlier != DigestMap.ABSENT) {
        String sample = Violations.show(type.key().type(), key, row);
        changes.violations().add(type.name(), type.key().name(), twice(earlier), sample);
      }
    }
    for (Map.Entry<Property, DigestMap> unique : change.uniques().entrySet()) {
      noteUnique(type, unique.getKey(), unique.getValue(), batch);
    }
    if (type instanceof EdgeType edge) {
      EdgeTally tally = changes.tally(edge.name());
      for (EdgeTally.Side side : EdgeTally.Side.values()) {
        FieldVector endpoint = batch.getVector(side.column());
        for (int row = 0; row < batch.getRowCount(); row++) {
          if (!endpoint.isNull(row)) {
            tally.of(side).add(changes.digester().of(endpoint, row), 1);
          }
        }
      }
    }
  }

  /** How a key that this write touched before is described. */
  static String twice(int earlier) {
    return earlier == TableChange.DELETE
        ? "given to be written and to be deleted in one write"
        : "given twice in one write";
  }

  private void requireValues(ElementType type, VectorSchemaRoot batch) {
    FieldVector key = batch.getVector(type.key().name());
    List<Property> required = new ArrayList<>(type.columns());
    required.removeIf(property -> !property.required());
    for (Property property : required) {
      FieldVector column = batch.getVector(property.name());
      if (column.getNullCount() == 0) {
        continue;
      }
      for (int row = 0; row < batch.getRowCount(); row++) {
        if (column.isNull(row)) {
          String sample = Violations.show(type.key().type(), key, row);
          changes
              .violations()
              .add(type.name(), property.name(), "missing in the rows of keys", sample);
        }
      }
    }
  }

  private void noteUnique(
      ElementType type, Property unique, DigestMap seen, VectorSchemaRoot batch) {
    FieldVector column = batch.getVector(unique.name());
    for (int row = 0; row < batch.getRowCount(); row++) {
      if (!column.isNull(row)
          && seen.putIfAbsent(changes.digester().of(column, row), 1) != DigestMap.ABSENT) {
        String sample = Violations.show(unique.type(), column, row);
        changes.violations().add(type.name(), unique.name(), "not unique within the write", sample);
      }
    }
  }
}
