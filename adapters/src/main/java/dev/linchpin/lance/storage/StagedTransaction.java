package dev.linchpin.lance.storage;

import dev.linchpin.protocol.PlannedEffect;
import org.lance.operation.Operation;

/**
 * A staged effect's payload: the Lance operation, its files already written. It is executed once;
 * Lance aborts the JVM when one Overwrite object is executed twice.
 *
 * @param operation what to commit
 */
public record StagedTransaction(Operation operation) implements PlannedEffect.Payload {}
