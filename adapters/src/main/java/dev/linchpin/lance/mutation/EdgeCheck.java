package dev.linchpin.lance.mutation;

import dev.linchpin.lance.mutation.EdgeTally.Side;
import dev.linchpin.lance.mutation.TableChange.Presence;
import dev.linchpin.lance.schema.Cardinality;
import dev.linchpin.lance.schema.EdgeType;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Meets one edge type's base with the write: edges that stay must not lose an endpoint, and no
 * touched node may have too many or too few edges. The edge type need not be written: deleting or
 * inserting nodes is enough.
 */
final class EdgeCheck {
  private final WriteChanges changes;
  private final EdgeTally tally;
  private final EdgeType edge;
  private final Optional<TableChange> edges;

  EdgeCheck(WriteChanges changes, EdgeTally tally) {
    this.changes = changes;
    this.tally = tally;
    this.edge = tally.edge();
    this.edges = changes.find(edge.name());
  }

  void run() {
    for (Side side : Side.values()) {
      if (tally.boundedBelow(side)) {
        noteNewNodes(side);
      }
    }
    scanWhatStays();
    for (Side side : Side.values()) {
      if (tally.bounded(side)) {
        checkBounds(side);
      }
    }
  }

  /** A new node has its minimum at stake, whether or not the write says anything about edges. */
  private void noteNewNodes(Side side) {
    changes
        .find(side.node(edge))
        .filter(TableChange::newRows)
        .ifPresent(
            nodes -> {
              DigestMap keys = nodes.keys();
              for (int slot = 0; slot < keys.capacity(); slot++) {
                if (keys.occupied(slot) && keys.value(slot) < TableChange.DELETE) {
                  tally.of(side).putIfAbsent(keys.high(slot), keys.low(slot), 0);
                }
              }
            });
  }

  private void scanWhatStays() {
    if (edges.map(TableChange::overwrite).orElse(false)) {
      return;
    }
    Set<Side> losing = EnumSet.noneOf(Side.class);
    Set<Side> counting = EnumSet.noneOf(Side.class);
    for (Side side : Side.values()) {
      if (changes.find(side.node(edge)).map(TableChange::takesKeysAway).orElse(false)) {
        losing.add(side);
      }
      if (tally.bounded(side) && tally.of(side).size() > 0) {
        counting.add(side);
      }
    }
    Set<Side> asked = EnumSet.copyOf(losing);
    asked.addAll(counting);
    if (asked.isEmpty()) {
      return;
    }
    Set<String> columns = new LinkedHashSet<>();
    columns.add(EdgeType.ID);
    asked.forEach(side -> columns.add(side.column()));
    BaseScan.each(
        changes.reads().table(edge.name()),
        columns,
        false,
        batch -> {
          for (int row = 0; row < batch.getRowCount(); row++) {
            meet(batch, row, losing, counting);
          }
        });
  }

  private void meet(VectorSchemaRoot batch, int row, Set<Side> losing, Set<Side> counting) {
    if (edges.isPresent()) {
      FieldVector id = batch.getVector(EdgeType.ID);
      if (edges.get().removes(changes.digester().of(id, row))) {
        return;
      }
    }
    for (Side side : losing) {
      FieldVector endpoint = batch.getVector(side.column());
      TableChange nodes = changes.find(side.node(edge)).orElseThrow();
      if (nodes.presence(changes.digester().of(endpoint, row)) == Presence.ABSENT) {
        String breach = "left without its node of type " + side.node(edge);
        String sample = Violations.show(nodes.type().key().type(), endpoint, row);
        changes.violations().add(edge.name(), side.column(), breach, sample);
      }
    }
    for (Side side : counting) {
      KeyDigester endpoint = changes.digester().of(batch.getVector(side.column()), row);
      if (tally.of(side).find(endpoint) >= 0) {
        tally.of(side).add(endpoint, 1);
      }
    }
  }

  private void checkBounds(Side side) {
    Cardinality bounds = side.bounds(edge);
    Optional<TableChange> nodes = changes.find(side.node(edge));
    DigestMap counts = tally.of(side);
    DigestMap offending = new DigestMap();
    long count = 0;
    for (int slot = 0; slot < counts.capacity(); slot++) {
      if (counts.occupied(slot) && !within(bounds, counts, slot, nodes)) {
        count++;
        if (offending.size() < Violations.SAMPLES) {
          offending.putIfAbsent(counts.high(slot), counts.low(slot), 1);
        }
      }
    }
    if (count > 0) {
      String node = side.node(edge);
      String key = changes.reads().schema().node(node).key().name();
      List<String> names =
          new DigestNames(changes, offending)
              .inStagedRows(edge.name(), side.column())
              .inStagedRows(node, key)
              .inBase(node, key)
              .names();
      String breach =
          "of nodes of type " + node + " with a number of edges that is not in " + bounds;
      changes.violations().add(edge.name(), side.column(), breach, names, count);
    }
  }

  private static boolean within(
      Cardinality bounds, DigestMap counts, int slot, Optional<TableChange> nodes) {
    int edges = counts.value(slot);
    if (edges > bounds.max()) {
      return false;
    }
    // A node that goes needs no edges; edges that it would leave behind are another violation.
    return edges >= bounds.min()
        || nodes.isPresent()
            && nodes.get().presence(counts.high(slot), counts.low(slot)) == Presence.ABSENT;
  }
}
