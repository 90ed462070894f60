package dev.linchpin.lance.mutation;

import dev.linchpin.lance.TableReads;
import dev.linchpin.lance.schema.EdgeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one attempt of a write does so far, and the only way in which its validators read committed
 * data.
 */
final class WriteChanges {
  private final TableReads reads;
  private final Map<String, TableChange> tables = new TreeMap<>();
  private final Map<String, EdgeTally> tallies = new TreeMap<>();
  private final Violations violations = new Violations();
  private final KeyDigester digester = new KeyDigester();

  WriteChanges(TableReads reads) {
    this.reads = reads;
    for (EdgeType edge : reads.schema().edges()) {
      tallies.put(edge.name(), new EdgeTally(edge));
    }
  }

  TableReads reads() {
    return reads;
  }

  Violations violations() {
    return violations;
  }

  /** The one digester of the attempt's thread. */
  KeyDigester digester() {
    return digester;
  }

  /** The change of a type, which is a written table from now on. */
  TableChange change(String type) {
    TableChange change = tables.get(type);
    if (change == null) {
      change = new TableChange(reads.table(type));
      tables.put(type, change);
    }
    return change;
  }

  /** The change of a type if this write touches it. */
  Optional<TableChange> find(String type) {
    return Optional.ofNullable(tables.get(type)).filter(TableChange::touched);
  }

  /** Every touched table, in the order of the types' names. */
  List<TableChange> touched() {
    List<TableChange> touched = new ArrayList<>();
    for (TableChange change : tables.values()) {
      if (change.touched()) {
        touched.add(change);
      }
    }
    return touched;
  }

  EdgeTally tally(String edge) {
    return tallies.get(edge);
  }

  Iterable<EdgeTally> tallies() {
    return tallies.values();
  }
}
