package dev.linchpin.lance.mutation;

import dev.linchpin.error.StorageException;
import dev.linchpin.lance.PinnedTable;
import dev.linchpin.lance.schema.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.FragmentMetadata;
import org.lance.file.LanceFileReader;
import org.lance.fragment.DataFile;

/**
 * Finds the values behind a few digests by reading again what was digested. Only an error message
 * needs this, so that a write that is in order pays nothing for it.
 */
final class DigestNames {
  private static final int BATCH = 8_192;

  private final WriteChanges changes;
  private final DigestMap wanted;
  private final TreeMap<Integer, String> names = new TreeMap<>();

  DigestNames(WriteChanges changes, DigestMap wanted) {
    this.changes = changes;
    this.wanted = wanted;
  }

  /** Looks in a column of the rows that this write has staged for a type. */
  DigestNames inStagedRows(String type, String column) {
    Optional<TableChange> change = changes.find(type);
    if (change.isEmpty()) {
      return this;
    }
    PinnedTable table = change.get().table();
    for (FragmentMetadata fragment : change.get().staged()) {
      for (DataFile file : fragment.getFiles()) {
        if (names.size() < wanted.size()) {
          readStaged(table, column, table.path().resolve("data").resolve(file.getPath()));
        }
      }
    }
    return this;
  }

  @SuppressWarnings("try") // Lance's close() may be interrupted, says its signature.
  private void readStaged(PinnedTable table, String column, Path file) {
    Property property = table.type().column(column);
    try (LanceFileReader reader = LanceFileReader.open(file.toString(), table.allocator());
        ArrowReader batches = reader.readAll(List.of(column), null, BATCH)) {
      VectorSchemaRoot batch = batches.getVectorSchemaRoot();
      while (names.size() < wanted.size() && batches.loadNextBatch()) {
        look(batch, property);
      }
    } catch (Exception failure) {
      throw new StorageException(
          "type " + table.type().name() + ": cannot read staged rows: " + failure.getMessage(),
          failure);
    }
  }

  /** Looks in a column of a type's base. */
  DigestNames inBase(String type, String column) {
    if (names.size() < wanted.size()) {
      PinnedTable table = changes.reads().table(type);
      Property property = table.type().column(column);
      BaseScan.each(table, List.of(column), false, batch -> look(batch, property));
    }
    return this;
  }

  private void look(VectorSchemaRoot batch, Property property) {
    FieldVector column = batch.getVector(property.name());
    for (int row = 0; row < batch.getRowCount() && names.size() < wanted.size(); row++) {
      if (!column.isNull(row)) {
        int slot = wanted.find(changes.digester().of(column, row));
        if (slot >= 0) {
          names.putIfAbsent(slot, Violations.show(property.type(), column, row));
        }
      }
    }
  }

  /**
   * The values found; a digest stands for itself where its value was not seen.
   *
   * @return one text for each wanted digest
   */
  List<String> names() {
    List<String> all = new ArrayList<>();
    for (int slot = 0; slot < wanted.capacity(); slot++) {
      if (wanted.occupied(slot)) {
        String digest = "digest " + HexFormat.of().toHexDigits(wanted.high(slot));
        all.add(names.getOrDefault(slot, digest));
      }
    }
    return all;
  }
}
