package dev.linchpin.write;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.ReadSetConflictException;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.gates.Backoff;
import dev.linchpin.gates.GateKey;
import dev.linchpin.gates.GateManager;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.recovery.RecoveryBarrier;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.trace.Trace;
import dev.linchpin.write.WriteOptions.OnConflict;
import dev.linchpin.write.WritePlanner.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The graph-write state machine (seed section 4) as the loop that calls its actions:
 *
 * <table>
 * <caption>Stages and actions</caption>
 * <tr><th>stage</th><th>actions</th></tr>
 * <tr><td>A recovery barrier</td><td>{@code AwaitRecoveryBarrier}, {@code CaptureBase}</td></tr>
 * <tr><td>B prepare</td><td>{@code Prepare}</td></tr>
 * <tr><td>C gates</td><td>{@code AcquireGates}</td></tr>
 * <tr><td>D revalidate</td><td>{@code Revalidate}, {@code Restart}</td></tr>
 * <tr><td>E to H</td><td>{@link ArmedAttempt}</td></tr>
 * </table>
 *
 * <p>Nothing before Stage E changes anything durable but reclaimable staged files. Safe for many
 * threads.
 */
public final class WriteCoordinator {
  private final Protocol protocol;
  private final RecoveryBarrier barrier;

  /**
   * A coordinator.
   *
   * @param protocol the graph's ports
   */
  public WriteCoordinator(Protocol protocol) {
    this.protocol = protocol;
    this.barrier = new RecoveryBarrier(protocol);
  }

  /**
   * Runs one graph-visible write to its end.
   *
   * @param planner computes each attempt from scratch
   * @param options actor, bounds and conflict behaviour
   * @param <R> the planner's result
   * @return what was published
   * @throws LinchpinException typed: what happened to the data, whether a retry is safe, what to do
   */
  public <R> WriteReport<R> execute(WritePlanner<R> planner, WriteOptions options) {
    List<String> restarts = new ArrayList<>();
    Set<TableId> scope = Set.of();
    Set<TableId> drifted = Set.of();
    DataState leftBehind = DataState.UNCHANGED;
    Backoff backoff = new Backoff();
    while (true) {
      long began = System.nanoTime();
      AttemptIdentity identity = mint(options);
      awaitRecoveryBarrier(identity.operation(), scope, drifted, options.courtesy());
      BaseView base = captureBase(identity.operation());
      Plan<R> plan = prepare(planner, base, identity);
      Duration prepareTime = Duration.ofNanos(System.nanoTime() - began);
      PreparedWrite write = plan.write();
      if (write.effects().isEmpty()) {
        return new WriteReport<>(
            write.operationId(),
            Optional.empty(),
            base.manifestVersion(),
            restarts.size() + 1,
            restarts,
            prepareTime,
            Duration.ZERO,
            plan.result());
      }
      Attempt attempt = attempt(write);
      if (attempt.published().isPresent()) {
        return new WriteReport<>(
            write.operationId(),
            write.lineageIntent().map(LineageIntent::commitId),
            attempt.published().get(),
            restarts.size() + 1,
            restarts,
            prepareTime,
            attempt.gateHold(),
            plan.result());
      }
      if (attempt.left() == DataState.NOT_PUBLISHED) {
        leftBehind = DataState.NOT_PUBLISHED;
      }
      if (attempt.conflict() && options.onConflict() == OnConflict.FAIL) {
        throw new ReadSetConflictException(attempt.cause(), leftBehind);
      }
      restarts.add(attempt.cause());
      restart(write.operationId(), restarts.size(), attempt.cause(), began);
      scope = write.readSet().tables().keySet();
      drifted = attempt.drifted();
      if (restarts.size() >= options.maxAttempts()) {
        if (!attempt.conflict()) {
          // It is not contention if what stands in the way can never be resolved: say that instead.
          awaitRecoveryBarrier(write.operationId(), scope, drifted, options.courtesy());
        }
        throw new RetriesExhaustedException(restarts, leftBehind);
      }
      backoff.pause();
    }
  }

  /**
   * How an attempt ended under its gates: published in a manifest version, or to be restarted for a
   * cause.
   */
  record Attempt(
      Optional<Long> published,
      String cause,
      boolean conflict,
      Set<TableId> drifted,
      DataState left,
      Duration gateHold) {}

  private AttemptIdentity mint(WriteOptions options) {
    return new AttemptIdentity(
        new OperationId(protocol.ids().next()),
        new LineageIntent(
            new CommitId(protocol.ids().next()),
            new CommitId(protocol.ids().next()),
            options.actor(),
            options.requestId(),
            protocol.clock().instant()),
        protocol.ids());
  }

  /**
   * Stage A. Every intent whose owner is gone is resolved; one that overlaps the known scope is
   * waited out and then fenced. The first attempt knows no scope yet: an overlapping intent of a
   * living process is then found by the revalidation, and the second attempt knows it.
   */
  @SpecAction("AwaitRecoveryBarrier")
  private void awaitRecoveryBarrier(
      OperationId operation, Set<TableId> scope, Set<TableId> drifted, Duration courtesy) {
    try (Trace.Step step = protocol.trace().begin("AwaitRecoveryBarrier", operation)) {
      step.note("informed", !scope.isEmpty());
      RecoveryReport report =
          barrier.pass(Optional.of(operation), intent -> overlaps(intent, scope), courtesy);
      BarrierVerdict.throwIfBlocked(report, name -> overlapsByName(name, scope));
      barrier.realign(drifted);
      step.note("intents", report.outcomes().size()).done();
    }
  }

  /** An intent stands in the way of whoever reads or writes a table that it may have moved. */
  private static boolean overlaps(RecoveryIntent intent, Set<TableId> scope) {
    return intent.written().stream().anyMatch(scope::contains);
  }

  private boolean overlapsByName(String name, Set<TableId> scope) {
    return protocol.intents().read(name) instanceof IntentRead.Readable readable
        && overlaps(readable.intent(), scope);
  }

  /** One coherent manifest read, after the barrier. */
  @SpecAction("CaptureBase")
  private BaseView captureBase(OperationId operation) {
    try (Trace.Step step = protocol.trace().begin("CaptureBase", operation)) {
      BaseView base = new BaseView(protocol.authority().read());
      step.note("manifest", base.manifestVersion()).note("heads", tokens(base.state().heads()));
      return step.done(base);
    }
  }

  /** Stage B, without gates. */
  @SpecAction("Prepare")
  private <R> Plan<R> prepare(WritePlanner<R> planner, BaseView base, AttemptIdentity identity) {
    try (Trace.Step step = protocol.trace().begin("Prepare", identity.operation())) {
      Plan<R> plan = planner.prepare(base, identity);
      Map<String, Object> reads = new TreeMap<>();
      plan.write()
          .readSet()
          .tables()
          .forEach((table, token) -> reads.put(table.value(), token(token)));
      Map<String, Object> writes = new TreeMap<>();
      plan.write()
          .effects()
          .effects()
          .forEach(
              effect ->
                  writes.put(
                      effect.target().table().value(), effect.payload().transactionKind().label()));
      step.note("readSet", reads).note("writes", writes);
      return step.done(plan);
    }
  }

  private static Map<String, Object> tokens(Map<TableId, TableHead> heads) {
    Map<String, Object> tokens = new TreeMap<>();
    heads.forEach((table, head) -> tokens.put(table.value(), token(head.token())));
    return tokens;
  }

  private static List<Long> token(TableToken token) {
    return List.of(token.version(), token.epoch());
  }

  private Attempt attempt(PreparedWrite write) {
    GateManager.Held held = acquireGates(write);
    protocol.live().begin(write.operationId());
    try {
      Revalidation revalidation = revalidate(write);
      if (!revalidation.passed()) {
        return new Attempt(
            Optional.empty(),
            revalidation.cause(),
            revalidation.conflict(),
            revalidation.drifted(),
            DataState.UNCHANGED,
            Duration.ofNanos(held.heldNanos()));
      }
      return new ArmedAttempt(protocol, write).run(held);
    } finally {
      releaseGates(write, held);
      protocol.live().end(write.operationId());
    }
  }

  /** Stage C: the complete set, in the total order. */
  @SpecAction("AcquireGates")
  private GateManager.Held acquireGates(PreparedWrite write) {
    try (Trace.Step step = protocol.trace().begin("AcquireGates", write.operationId())) {
      Set<GateKey> keys = new TreeSet<>();
      for (EffectTarget target : write.effects().targets()) {
        keys.add(new GateKey.TableGate(write.target().branch(), target.table()));
      }
      GateManager.Held held = protocol.gates().acquire(keys);
      step.note(
          "gates",
          held.keys().stream()
              .filter(GateKey.TableGate.class::isInstance)
              .map(key -> ((GateKey.TableGate) key).table().value())
              .toList());
      return step.done(held);
    }
  }

  /**
   * Stage D. Reads in this order: the intents, then each HEAD, the manifest last. All of them only
   * move forward, so that the three reads are as good as one at the instant of the listing.
   */
  @SpecAction("Revalidate")
  private Revalidation revalidate(PreparedWrite write) {
    try (Trace.Step step = protocol.trace().begin("Revalidate", write.operationId())) {
      Revalidation revalidation = compare(write);
      step.note("passed", revalidation.passed()).note("cause", revalidation.cause());
      return step.done(revalidation);
    }
  }

  private Revalidation compare(PreparedWrite write) {
    for (String name : protocol.intents().list()) {
      IntentRead read = protocol.intents().read(name);
      if (read instanceof IntentRead.Unreadable unreadable) {
        return Revalidation.behindIntent("unreadable sidecar " + unreadable.name());
      }
      if (read instanceof IntentRead.Readable readable
          && overlaps(readable.intent(), write.readSet().tables().keySet())) {
        return Revalidation.behindIntent(
            "intent " + readable.intent().operation() + " overlaps this write");
      }
    }
    Set<TableId> drifted = new TreeSet<>();
    for (EffectTarget target : write.effects().targets()) {
      if (protocol.tables().head(target.path()) != target.expected().version()) {
        drifted.add(target.table());
      }
    }
    ManifestState fresh = protocol.authority().read();
    Optional<ReadSet.Mismatch> mismatch = write.readSet().firstMismatch(fresh);
    if (mismatch.isPresent()) {
      return Revalidation.changed(mismatch.get().toString());
    }
    return drifted.isEmpty() ? Revalidation.PASSED : Revalidation.drifted(drifted);
  }

  /** The plan is discarded whole; nothing of it is patched. */
  @SpecAction("Restart")
  private void restart(OperationId operation, int attempt, String cause, long began) {
    try (Trace.Step step = protocol.trace().begin("Restart", operation)) {
      step.note("cause", cause);
      protocol
          .observer()
          .restarted(operation, attempt, cause, Duration.ofNanos(System.nanoTime() - began));
      step.done();
    }
  }

  /** The end of the attempt's critical section, however it ended. */
  @SpecAction("ReleaseGates")
  private void releaseGates(PreparedWrite write, GateManager.Held held) {
    try (Trace.Step step = protocol.trace().begin("ReleaseGates", write.operationId())) {
      long nanos = held.heldNanos();
      held.close();
      protocol
          .observer()
          .gatesReleased(
              write.operationId(), write.effects().effects().size(), Duration.ofNanos(nanos));
      step.done();
    }
  }
}
