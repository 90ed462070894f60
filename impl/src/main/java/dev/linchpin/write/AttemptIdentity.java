package dev.linchpin.write;

import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.spi.IdSource;

/**
 * The identities of one attempt, minted before anything durable happens; a retry gets fresh ones.
 *
 * @param operation the operation id
 * @param lineage the fixed commit id, rollback id, actor, request id and time
 * @param ids where the planner mints one transaction uuid for each effect
 */
public record AttemptIdentity(OperationId operation, LineageIntent lineage, IdSource ids) {}
