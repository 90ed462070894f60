package dev.linchpin.memory;

import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.spi.TableSubstrate.TableCommit;

/** Something became durable. */
public sealed interface Fact {
  /** Who did it. */
  String by();

  /** A sidecar has this content now. */
  record SidecarPut(String by, RecoveryIntent intent) implements Fact {}

  /** A sidecar is gone that was there. */
  record SidecarRemoved(String by, OperationId operation, RecoveryIntent last) implements Fact {}

  /** A recovery is recorded. */
  record AuditRecorded(String by, AuditRecord entry) implements Fact {}

  /** An operator's repair is recorded. */
  record RepairRecorded(String by, RepairRecord entry) implements Fact {}

  /** A table has a new HEAD. */
  record TableCommitted(String by, String path, TableCommit commit) implements Fact {}

  /** The manifest has a new version. */
  record ManifestCommitted(String by, ManifestState before, ManifestState after) implements Fact {}
}
