package dev.linchpin.lance.mutation;

import dev.linchpin.lance.BoundCondition;
import dev.linchpin.lance.PinnedTable;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Meets the changes of one table with its base in one scan: strict inserts, the rows that upserts
 * and deletions remove, the rows that conditions take, and unique values that others have.
 */
final class KeyCheck {
  private final WriteChanges changes;
  private final TableChange change;
  private final ElementType type;

  KeyCheck(WriteChanges changes, TableChange change) {
    this.changes = changes;
    this.change = change;
    this.type = change.type();
  }

  void run() {
    EdgeTally tally = changes.tally(type.name());
    Set<String> columns = new LinkedHashSet<>();
    if (tally != null) {
      for (EdgeTally.Side side : EdgeTally.Side.values()) {
        if (tally.boundedBelow(side)) {
          columns.add(side.column());
        }
      }
    }
    if (change.overwrite()) {
      // Nothing of the base stays, so that all it can tell is whose minimum is at stake.
      if (!columns.isEmpty()) {
        BaseScan.each(
            change.table(),
            columns,
            false,
            batch -> {
              for (int row = 0; row < batch.getRowCount(); row++) {
                noteEndpoints(tally, batch, row);
              }
            });
      }
      return;
    }
    columns.add(type.key().name());
    if (change.newRows()) {
      change.uniques().keySet().forEach(unique -> columns.add(unique.name()));
    }
    change.conditions().forEach(condition -> columns.addAll(condition.columns()));
    BaseScan.each(change.table(), columns, true, batch -> meet(batch, tally));
  }

  private void meet(VectorSchemaRoot batch, EdgeTally tally) {
    FieldVector key = batch.getVector(type.key().name());
    UInt8Vector address = (UInt8Vector) batch.getVector(PinnedTable.ROW_ADDRESS);
    for (int row = 0; row < batch.getRowCount(); row++) {
      if (removes(batch, key, row)) {
        change.removed().add(address.get(row));
        if (tally != null) {
          noteEndpoints(tally, batch, row);
        }
      } else if (change.newRows()) {
        checkUniques(batch, row);
      }
    }
  }

  private boolean removes(VectorSchemaRoot batch, FieldVector key, int row) {
    KeyDigester digest = changes.digester().of(key, row);
    boolean taken = false;
    for (BoundCondition condition : change.conditions()) {
      taken |= condition.takes(batch, row);
    }
    int operation = change.keys().get(digest);
    if (operation == TableChange.INSERT) {
      violate(type.key(), "inserted but there already", key, row);
      return false;
    } else if (operation == TableChange.UPSERT) {
      if (taken) {
        violate(type.key(), RowStager.twice(TableChange.DELETE), key, row);
      }
      return true;
    } else if (operation == TableChange.DELETE) {
      return true;
    } else if (taken) {
      change.keys().putIfAbsent(digest, TableChange.DELETE_WHERE);
    }
    return taken;
  }

  private void checkUniques(VectorSchemaRoot batch, int row) {
    for (Map.Entry<Property, DigestMap> unique : change.uniques().entrySet()) {
      FieldVector column = batch.getVector(unique.getKey().name());
      if (!column.isNull(row)
          && unique.getValue().get(changes.digester().of(column, row)) != DigestMap.ABSENT) {
        violate(unique.getKey(), "unique and taken by another row", column, row);
      }
    }
  }

  private void noteEndpoints(EdgeTally tally, VectorSchemaRoot batch, int row) {
    for (EdgeTally.Side side : EdgeTally.Side.values()) {
      if (tally.boundedBelow(side)) {
        tally.of(side).add(changes.digester().of(batch.getVector(side.column()), row), 0);
      }
    }
  }

  private void violate(Property property, String breach, FieldVector column, int row) {
    String sample = Violations.show(property.type(), column, row);
    changes.violations().add(type.name(), property.name(), breach, sample);
  }
}
