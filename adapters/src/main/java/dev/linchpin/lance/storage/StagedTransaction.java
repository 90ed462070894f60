package dev.linchpin.lance.storage;

import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PlannedEffect.TransactionKind;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Update;

/**
 * A staged effect's payload: the Lance operation, its files already written. It is executed once;
 * Lance aborts the JVM when one Overwrite object is executed twice.
 *
 * @param operation what to commit
 */
public record StagedTransaction(Operation operation) implements PlannedEffect.Payload {
  @Override
  public TransactionKind transactionKind() {
    if (operation instanceof Append) {
      return TransactionKind.APPEND;
    } else if (operation instanceof Update) {
      return TransactionKind.UPDATE;
    } else if (operation instanceof Overwrite) {
      return TransactionKind.OVERWRITE;
    }
    throw new IllegalStateException("no writer commits " + operation.getClass().getSimpleName());
  }
}
