package dev.linchpin.spi;

import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RepairRecord;
import java.util.List;

/** Durable records of recoveries and of operators' repairs. */
public interface AuditLog {
  /**
   * Makes the record durable unless one of the same operation and kind exists already, which then
   * stays as it is.
   *
   * @param record what was done
   * @throws dev.linchpin.error.StorageException if it is unknown whether the record is durable
   */
  void record(AuditRecord record);

  /**
   * The records of one operation.
   *
   * @param operation the attempt
   * @return its records, at most one of each kind
   */
  List<AuditRecord> of(OperationId operation);

  /**
   * Makes the record durable unless one of the same table and realigned version exists already,
   * which then stays as it is.
   *
   * @param record what an operator has declared void
   * @throws dev.linchpin.error.StorageException if it is unknown whether the record is durable
   */
  void recordRepair(RepairRecord record);

  /**
   * Every record of a repair.
   *
   * @return the records, oldest first by their own times
   */
  List<RepairRecord> repairs();
}
