package dev.linchpin.recovery;

import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.protocol.TableId;
import java.util.List;

/**
 * What a confirmed repair did.
 *
 * @param tables one for each table that was to be repaired
 * @param intents what became of the sidecars that were there
 * @param complete whether every table is repaired and every intent that was shown is settled
 */
public record RepairReport(List<TableOutcome> tables, RecoveryReport intents, boolean complete) {
  /** Copies the list. */
  public RepairReport {
    tables = List.copyOf(tables);
  }

  /**
   * One table's end.
   *
   * @param table the table's incarnation
   * @param name its type name
   * @param repaired whether its published version is past everything that was shown
   * @param version its published version now
   * @param detail one sentence for operators
   */
  public record TableOutcome(
      TableId table, String name, boolean repaired, long version, String detail) {}
}
