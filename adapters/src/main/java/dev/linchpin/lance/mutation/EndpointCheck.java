package dev.linchpin.lance.mutation;

import dev.linchpin.lance.mutation.EdgeTally.Side;
import dev.linchpin.lance.mutation.TableChange.Presence;
import dev.linchpin.lance.schema.EdgeType;
import dev.linchpin.lance.schema.NodeType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.vector.FieldVector;

/**
 * Whether the new edges' endpoints exist: in the base and not removed, or inserted by this very
 * write. One scan of each node type's keys at most, however many edge types point to it.
 */
final class EndpointCheck {
  private final WriteChanges changes;

  EndpointCheck(WriteChanges changes) {
    this.changes = changes;
  }

  private record Wanted(EdgeType edge, Side side, DigestMap endpoints, BitSet found) {}

  void run() {
    for (NodeType node : changes.reads().schema().nodes()) {
      List<Wanted> wanted = wanted(node);
      if (!wanted.isEmpty()) {
        check(node, wanted);
      }
    }
  }

  private List<Wanted> wanted(NodeType node) {
    List<Wanted> wanted = new ArrayList<>();
    for (EdgeTally tally : changes.tallies()) {
      boolean newEdges = changes.find(tally.edge().name()).map(TableChange::newRows).orElse(false);
      for (Side side : Side.values()) {
        if (newEdges && side.node(tally.edge()).equals(node.name())) {
          wanted.add(new Wanted(tally.edge(), side, tally.of(side), new BitSet()));
        }
      }
    }
    return wanted;
  }

  private void check(NodeType node, List<Wanted> wanted) {
    Optional<TableChange> nodes = changes.find(node.name());
    if (!settledByThisWrite(nodes, wanted)) {
      BaseScan.each(
          changes.reads().table(node.name()),
          List.of(node.key().name()),
          false,
          batch -> {
            FieldVector key = batch.getVector(node.key().name());
            for (int row = 0; row < batch.getRowCount(); row++) {
              mark(nodes, wanted, changes.digester().of(key, row));
            }
          });
    }
    for (Wanted endpoints : wanted) {
      report(node, endpoints);
    }
  }

  /** Marks what this write itself says of the endpoints; returns whether that settles all. */
  private static boolean settledByThisWrite(Optional<TableChange> nodes, List<Wanted> wanted) {
    boolean settled = true;
    for (Wanted one : wanted) {
      for (int slot = 0; slot < one.endpoints().capacity(); slot++) {
        // Zero: not an endpoint of a new edge, only one whose minimum is at stake.
        if (one.endpoints().occupied(slot) && one.endpoints().value(slot) > 0) {
          Presence presence =
              nodes.map(presenceOf(one.endpoints(), slot)).orElse(Presence.AS_IN_BASE);
          one.found().set(slot, presence == Presence.PRESENT);
          settled &= presence != Presence.AS_IN_BASE;
        }
      }
    }
    return settled;
  }

  private static Function<TableChange, Presence> presenceOf(DigestMap endpoints, int slot) {
    return change -> change.presence(endpoints.high(slot), endpoints.low(slot));
  }

  private static void mark(Optional<TableChange> nodes, List<Wanted> wanted, KeyDigester key) {
    boolean gone = nodes.isPresent() && nodes.get().presence(key) == Presence.ABSENT;
    for (Wanted one : wanted) {
      int slot = one.endpoints().find(key);
      if (slot >= 0 && !gone) {
        one.found().set(slot);
      }
    }
  }

  private void report(NodeType node, Wanted wanted) {
    DigestMap missing = new DigestMap();
    long count = 0;
    for (int slot = 0; slot < wanted.endpoints().capacity(); slot++) {
      if (wanted.endpoints().occupied(slot)
          && wanted.endpoints().value(slot) > 0
          && !wanted.found().get(slot)) {
        count++;
        if (missing.size() < Violations.SAMPLES) {
          missing.putIfAbsent(wanted.endpoints().high(slot), wanted.endpoints().low(slot), 1);
        }
      }
    }
    if (count > 0) {
      List<String> names =
          new DigestNames(changes, missing)
              .inStagedRows(wanted.edge().name(), wanted.side().column())
              .names();
      changes
          .violations()
          .add(
              wanted.edge().name(),
              wanted.side().column(),
              "without a node of type " + node.name(),
              names,
              count);
    }
  }
}
