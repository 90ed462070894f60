package dev.linchpin.simulation;

import dev.linchpin.memory.MemoryWorld;
import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a write does, computed anew from the pinned rows at each attempt.
 *
 * @param reads tables that it reads but may not write
 * @param writes tables that it writes
 * @param plan from the pinned rows of all of these to one change for each written table
 */
record Work(
    Set<TableId> reads,
    Set<TableId> writes,
    Function<Map<TableId, List<String>>, Map<TableId, Staged>> plan) {

  static Work of(Map<TableId, Staged> changes) {
    return new Work(Set.of(), changes.keySet(), pinned -> changes);
  }

  static Work append(String row, TableId... tables) {
    Map<TableId, Staged> changes = new TreeMap<>();
    for (TableId table : tables) {
      changes.put(table, Staged.append(row));
    }
    return of(changes);
  }

  static Work overwrite(String row, TableId... tables) {
    Map<TableId, Staged> changes = new TreeMap<>();
    for (TableId table : tables) {
      changes.put(table, Staged.overwrite(row));
    }
    return of(changes);
  }

  /** Replaces a one-row table by its number plus one: a lost update shows as a wrong sum. */
  static Work increment(TableId table) {
    return new Work(
        Set.of(),
        Set.of(table),
        pinned -> {
          List<String> rows = pinned.get(table);
          int value = rows.isEmpty() ? 0 : Integer.parseInt(rows.get(0));
          return Map.of(table, Staged.overwrite(Integer.toString(value + 1)));
        });
  }

  /**
   * Appends to one table the number of rows that it saw in another: a probe of a table unwritten.
   */
  static Work countInto(String label, TableId read, TableId written) {
    return new Work(
        Set.of(read),
        Set.of(written),
        pinned ->
            Map.of(written, Staged.append(label + " saw " + String.join("+", pinned.get(read)))));
  }

  Map<TableId, Staged> planned(MemoryWorld world, ManifestState base) {
    Map<TableId, List<String>> pinned = new TreeMap<>();
    for (Set<TableId> tables : List.of(reads, writes)) {
      for (TableId table : tables) {
        pinned.put(table, world.rows(MemoryWorld.path(table), base.head(table).version()));
      }
    }
    return plan.apply(pinned);
  }
}
