package dev.linchpin.lance;

import dev.linchpin.lance.storage.BlobAuditLog;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.storage.LocalBlobs;
import dev.linchpin.lance.storage.SidecarStore;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.spi.IntentStore.IntentRead;
import java.util.List;
import java.util.Optional;

/** What became of an operation, from what is durable. Reads only. */
final class DurableOutcome {
  private DurableOutcome() {}

  /**
   * The sidecar is looked for first: if it vanishes meanwhile, what settled it is already in the
   * manifest or the audit.
   */
  static Outcome of(GraphLayout layout, LanceManifestAuthority authority, OperationId operation) {
    SidecarStore intents = new SidecarStore(new LocalBlobs(layout.recovery()));
    IntentRead sidecar = intents.read(intents.nameOf(operation));
    Optional<HistoryEntry> entry = authority.findByOperation(authority.read(), operation, 0);
    if (entry.isPresent() && entry.get() instanceof GraphCommit commit) {
      return new Outcome.Published(commit);
    }
    if (entry.isPresent() && entry.get() instanceof RollbackDecision decision) {
      return new Outcome.NotPublished(
          "rolled back in manifest version " + decision.manifestVersion());
    }
    List<AuditRecord> audit = BlobAuditLog.of(layout).of(operation);
    if (!audit.isEmpty()) {
      return new Outcome.NotPublished(audit.get(0).detail());
    }
    if (sidecar instanceof IntentRead.Readable readable) {
      return new Outcome.Pending(
          readable.intent().phase().getClass().getSimpleName()
              + ", armed by "
              + readable.intent().owner().description());
    }
    return new Outcome.NoTrace();
  }
}
