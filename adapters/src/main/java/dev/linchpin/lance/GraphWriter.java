package dev.linchpin.lance;

import dev.linchpin.Protocol;
import dev.linchpin.lance.mutation.MutationAdapter;
import dev.linchpin.lance.storage.BlobAuditLog;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.storage.LanceTableSubstrate;
import dev.linchpin.lance.storage.LocalBlobs;
import dev.linchpin.lance.storage.SidecarStore;
import dev.linchpin.observe.Observers;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.recovery.RecoveryBarrier;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.AdapterRegistry.Registration;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.trace.Trace;
import dev.linchpin.write.WriteCoordinator;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/** What only a handle open for writing has. */
record GraphWriter(
    Protocol protocol,
    WriteCoordinator coordinator,
    RecoveryBarrier barrier,
    RecoveryReport openingReport) {
  /** Every public method that may change the graph's durable state through an effect adapter. */
  private static final Set<String> MUTATION_ENTRY_POINTS = Set.of("Graph#mutate", "Graph#load");

  static AdapterRegistry registry(TableSubstrate tables) {
    return new AdapterRegistry(
        List.of(new Registration(new MutationAdapter(tables), MUTATION_ENTRY_POINTS)));
  }

  static GraphWriter open(
      GraphLayout layout,
      BufferAllocator allocator,
      LanceManifestAuthority authority,
      ManifestState state,
      GraphOptions options,
      PortWrapper wrapper,
      boolean recovers) {
    GraphProcess process = GraphProcess.of(layout, state.target().incarnation());
    TableSubstrate tables = wrapper.tables(new LanceTableSubstrate(layout, allocator));
    Protocol protocol =
        new Protocol(
            wrapper.authority(authority),
            wrapper.intents(new SidecarStore(new LocalBlobs(layout.recovery()))),
            wrapper.audit(BlobAuditLog.of(layout)),
            tables,
            registry(tables),
            process.lock(),
            process.gates(),
            process.live(),
            options.ids(),
            options.clock(),
            new Trace(process.lock().self().process(), options.trace()),
            new Observers(options.observers()));
    RecoveryBarrier barrier = new RecoveryBarrier(protocol);
    RecoveryReport report =
        recovers ? barrier.pass(intent -> false, Duration.ZERO) : new RecoveryReport(List.of());
    return new GraphWriter(protocol, new WriteCoordinator(protocol), barrier, report);
  }
}
