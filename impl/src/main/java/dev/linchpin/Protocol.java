package dev.linchpin;

import dev.linchpin.gates.GateManager;
import dev.linchpin.gates.LiveOperations;
import dev.linchpin.observe.Observer;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.AuditLog;
import dev.linchpin.spi.IdSource;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.Liveness;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.trace.Trace;
import java.time.Clock;

/**
 * Everything that the protocol needs of one graph in one process.
 *
 * @param authority the manifest, the only arbiter
 * @param intents the sidecars
 * @param audit the durable record of recoveries
 * @param tables the physical tables
 * @param adapters the closed adapter registry
 * @param liveness who is provably gone
 * @param gates the process-local gates; one manager per graph and process
 * @param live the attempts of this process; one register per graph and process
 * @param ids where identities come from
 * @param clock for people only; no decision compares times of different processes
 * @param trace the action trace
 * @param observer what operators watch
 */
public record Protocol(
    ManifestAuthority authority,
    IntentStore intents,
    AuditLog audit,
    TableSubstrate tables,
    AdapterRegistry adapters,
    Liveness liveness,
    GateManager gates,
    LiveOperations live,
    IdSource ids,
    Clock clock,
    Trace trace,
    Observer observer) {}
