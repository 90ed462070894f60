package dev.linchpin.write;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.error.StorageException;
import dev.linchpin.gates.GateManager;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.trace.Trace;
import dev.linchpin.write.WriteCoordinator.Attempt;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Stages E to H of one attempt (seed sections 4.5 to 4.8): arm, apply, confirm, publish, finalize.
 * From the first line on the intent is durable, and every way out leaves either a published commit
 * or a sidecar that says what may be there.
 */
final class ArmedAttempt {
  private final Protocol protocol;
  private final PreparedWrite write;
  private final LineageIntent lineage;

  /** What this process has made durable, or has tried to. */
  private RecoveryIntent known;

  ArmedAttempt(Protocol protocol, PreparedWrite write) {
    this.protocol = protocol;
    this.write = write;
    this.lineage =
        write
            .lineageIntent()
            .orElseThrow(() -> new IllegalArgumentException("an effect needs a lineage intent"));
  }

  Attempt run(GateManager.Held held) {
    armRecovery();
    Map<TableId, Long> achieved = new TreeMap<>();
    for (PlannedEffect effect : write.effects().effects()) {
      Optional<String> failure = apply(effect, achieved);
      if (failure.isPresent()) {
        handOver(null);
        return failed(failure.get(), held);
      }
    }
    try {
      confirmEffects(achieved);
    } catch (RuntimeException error) {
      return afterLostReply(error, "it is unknown whether the confirmation is durable", held);
    }
    return publish(achieved, held);
  }

  /** Stage E: durable before the first effect. */
  @SpecAction("ArmRecovery")
  private void armRecovery() {
    try (Trace.Step step = protocol.trace().begin("ArmRecovery", write.operationId())) {
      RecoveryIntent intent =
          new RecoveryIntent(
              write.operationId(),
              write.writerKind(),
              write.target(),
              protocol.liveness().self(),
              false,
              write.base().manifestVersion(),
              write.readSet(),
              write.effects().targets(),
              write.recovery(),
              write.manifestDelta(),
              lineage,
              new Phase.Armed());
      known = intent;
      protocol.intents().put(intent);
      step.done();
    } catch (RuntimeException error) {
      throw abandon(error, "the recovery sidecar could not be written", DataState.NOT_PUBLISHED);
    }
  }

  private Optional<String> apply(PlannedEffect effect, Map<TableId, Long> achieved) {
    try {
      CommitResult result = applyEffect(effect);
      if (result instanceof CommitResult.Landed landed
          && effect.target().postState().admits(landed.version())) {
        achieved.put(effect.target().table(), landed.version());
        return Optional.empty();
      }
      return Optional.of("effect on table " + effect.target().table() + ": " + result);
    } catch (RuntimeException error) {
      // Armed but not confirmed: nobody can publish it, whatever this commit still does.
      throw abandon(
          error,
          "the effect on table " + effect.target().table() + " failed",
          DataState.NOT_PUBLISHED);
    }
  }

  /** Stage F, one table. It counts only where the plan said it would land. */
  @SpecAction("ApplyEffect")
  private CommitResult applyEffect(PlannedEffect effect) {
    try (Trace.Step step = protocol.trace().begin("ApplyEffect", write.operationId())) {
      EffectTarget target = effect.target();
      CommitResult result =
          protocol.adapters().adapter(write.writerKind()).apply(write.operationId(), effect);
      step.note("table", target.table().value())
          .note("pointer", target.expected().version())
          .note("epoch", target.expected().epoch())
          .note("uuid", target.transactionUuid())
          .note("landed", result.landedVersion())
          .note("result", result.toString());
      return step.done(result);
    }
  }

  /** The exact post-state becomes durable: from here on anybody may publish it. */
  @SpecAction("ConfirmEffects")
  private void confirmEffects(Map<TableId, Long> achieved) {
    try (Trace.Step step = protocol.trace().begin("ConfirmEffects", write.operationId())) {
      // True whether or not the put is durable, so that a hand-over after a lost reply says it too.
      known = known.confirmed(achieved);
      protocol.intents().put(known);
      step.done();
    }
  }

  private Attempt publish(Map<TableId, Long> achieved, GateManager.Held held) {
    while (true) {
      ManifestState fresh;
      try {
        fresh = protocol.authority().read();
        Optional<Attempt> decided = arbitrate(fresh, held);
        if (decided.isPresent()) {
          return decided.get();
        }
        if (publishManifest(fresh, achieved) == CasOutcome.WON) {
          return published(fresh.version() + 1, held);
        }
      } catch (RuntimeException error) {
        return afterLostReply(error, "it is unknown whether the manifest commit landed", held);
      }
    }
  }

  /** Every attempt at the manifest arbitrates the complete read set again (seed section 4.7). */
  private Optional<Attempt> arbitrate(ManifestState fresh, GateManager.Held held) {
    Optional<GraphCommit> visible = ownCommit(fresh);
    if (visible.isPresent()) {
      observeOwnCommit(visible.get());
      return Optional.of(published(visible.get().manifestVersion(), held));
    }
    Optional<ReadSet.Mismatch> mismatch = write.readSet().firstMismatch(fresh);
    if (mismatch.isPresent()) {
      losePublish(mismatch.get());
      handOver(null);
      return Optional.of(failed(mismatch.get().toString(), held));
    }
    return Optional.empty();
  }

  private Optional<GraphCommit> ownCommit(ManifestState fresh) {
    return protocol
        .authority()
        .findByOperation(fresh, write.operationId(), write.base().manifestVersion())
        .filter(GraphCommit.class::isInstance)
        .map(GraphCommit.class::cast);
  }

  /** Stage G: the one visibility point. */
  @SpecAction("PublishManifest")
  private CasOutcome publishManifest(ManifestState fresh, Map<TableId, Long> achieved) {
    try (Trace.Step step = protocol.trace().begin("PublishManifest", write.operationId())) {
      ManifestState next =
          ManifestEdits.publish(
              fresh,
              write.operationId(),
              write.writerKind(),
              lineage,
              write.manifestDelta().bind(achieved));
      CasOutcome outcome = protocol.authority().compareAndSet(fresh, next);
      step.note("manifest", next.version()).note("outcome", outcome.name());
      return step.done(outcome);
    }
  }

  /** Somebody rolled this attempt forward, or its own lost reply hid a success. */
  @SpecAction("ObserveOwnCommit")
  private void observeOwnCommit(GraphCommit visible) {
    try (Trace.Step step = protocol.trace().begin("ObserveOwnCommit", write.operationId())) {
      step.note("manifest", visible.manifestVersion()).done();
    }
  }

  /** A member changed after the effects: final, since members only move forward. */
  @SpecAction("LosePublish")
  private void losePublish(ReadSet.Mismatch mismatch) {
    try (Trace.Step step = protocol.trace().begin("LosePublish", write.operationId())) {
      step.note("mismatch", mismatch.toString()).done();
    }
  }

  /**
   * One fresh read decides: visible is success, a changed member is failure, neither is unknown.
   */
  private Attempt afterLostReply(RuntimeException error, String message, GateManager.Held held) {
    Optional<Attempt> decided;
    try {
      decided = arbitrate(protocol.authority().read(), held);
    } catch (RuntimeException second) {
      error.addSuppressed(second);
      decided = Optional.empty();
    }
    if (decided.isPresent()) {
      return decided.get();
    }
    throw uncertain(error, message);
  }

  /** Saying "failed" would be a lie. */
  @SpecAction("ReportUnknown")
  private OutcomeUnknownException reportUnknown(RuntimeException error, String message) {
    try (Trace.Step step = protocol.trace().begin("ReportUnknown", write.operationId())) {
      return step.done(
          new OutcomeUnknownException(
              write.operationId(), message + ": " + error.getMessage(), error));
    }
  }

  private OutcomeUnknownException uncertain(RuntimeException error, String message) {
    OutcomeUnknownException unknown = reportUnknown(error, message);
    handOver(unknown);
    return unknown;
  }

  private StorageException abandon(RuntimeException error, String message, DataState state) {
    StorageException failure =
        new StorageException(message + ": " + error.getMessage(), state, error);
    handOver(failure);
    return failure;
  }

  /**
   * The failed attempt of a process that lives on: nobody needs to wait for its end. Best effort;
   * it may even revive a sidecar that recovery has removed, which is harmless because its epochs
   * are stale.
   */
  @SpecAction("HandOver")
  private void handOver(RuntimeException reported) {
    try (Trace.Step step = protocol.trace().begin("HandOver", write.operationId())) {
      protocol.intents().put(known.handedOver());
      step.done();
    } catch (RuntimeException error) {
      // Whatever it is, it must not take the place of what is reported about the write. This
      // process
      // still knows that nobody works on it; others wait as long as courtesy demands.
      if (reported != null) {
        reported.addSuppressed(error);
      }
    }
  }

  private Attempt published(long manifestVersion, GateManager.Held held) {
    finalizeWrite();
    return new Attempt(
        Optional.of(manifestVersion),
        "",
        false,
        Set.of(),
        DataState.UNCHANGED,
        Duration.ofNanos(held.heldNanos()));
  }

  /**
   * Stage H: the commit is durable, so that a failure here is nobody's error; the next barrier
   * removes the sidecar.
   */
  @SpecAction("FinalizeWrite")
  private void finalizeWrite() {
    try (Trace.Step step = protocol.trace().begin("FinalizeWrite", write.operationId())) {
      protocol.intents().remove(write.operationId());
      step.done();
    } catch (RuntimeException error) {
      protocol.observer().finalizeFailed(write.operationId(), error);
    }
  }

  private Attempt failed(String cause, GateManager.Held held) {
    return new Attempt(
        Optional.empty(),
        cause,
        true,
        Set.of(),
        DataState.NOT_PUBLISHED,
        Duration.ofNanos(held.heldNanos()));
  }
}
