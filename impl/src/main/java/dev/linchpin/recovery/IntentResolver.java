package dev.linchpin.recovery;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.gates.Backoff;
import dev.linchpin.gates.GateKey;
import dev.linchpin.gates.GateManager;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.AuditRecord.Kind;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settles one intent (seed section 5): gather evidence, decide by the truth table, act, audit,
 * remove. Safe to run anywhere, by many processes at once, against an owner that still runs; every
 * step may be the last one of this process.
 */
public final class IntentResolver {
  private static final int MAX_ROUNDS = 64;

  private final Protocol protocol;
  private final Permit permit;
  private final IntentEvidence evidence;
  private final Realigner realigner;

  /**
   * A resolver.
   *
   * @param protocol the graph's ports
   * @param permit what an operator has declared void; {@link Permit#NONE} for everybody else
   */
  public IntentResolver(Protocol protocol, Permit permit) {
    this.protocol = protocol;
    this.permit = permit;
    this.evidence =
        new IntentEvidence(protocol.authority(), protocol.tables(), protocol.adapters());
    this.realigner = new Realigner(protocol, permit);
  }

  /**
   * Settles the intent, holding the process-local gates of its tables. The sidecar is read again
   * under the gates: it may have been confirmed or removed meanwhile.
   *
   * @param listed the intent as it was first read
   * @return what was done
   */
  public IntentOutcome resolve(RecoveryIntent listed) {
    String name = protocol.intents().nameOf(listed.operation());
    GateManager.Held held = protocol.gates().acquire(gateKeys(listed));
    try {
      return settle(name, listed.operation());
    } catch (RuntimeException error) {
      protocol.trace().mention("GiveUpRecovery", Map.of());
      throw error;
    } finally {
      held.close();
    }
  }

  private static List<GateKey> gateKeys(RecoveryIntent intent) {
    List<GateKey> keys = new ArrayList<>();
    for (TableId table : intent.written()) {
      keys.add(new GateKey.TableGate(intent.target().branch(), table));
    }
    return keys;
  }

  /**
   * Reads one sidecar, under the gates of its tables: it may have been confirmed or removed since
   * it was listed.
   */
  @SpecAction("DiscoverIntents")
  private IntentRead discoverIntents(String name, OperationId operation) {
    try (Trace.Step step = protocol.trace().begin("DiscoverIntents", operation)) {
      IntentRead read = protocol.intents().read(name);
      step.note("read", read.getClass().getSimpleName());
      if (read instanceof IntentRead.Readable readable) {
        step.note("phase", readable.intent().phase().getClass().getSimpleName())
            .note("abandoned", readable.intent().abandoned());
      }
      return step.done(read);
    }
  }

  private IntentOutcome settle(String name, OperationId operation) {
    Backoff backoff = new Backoff();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      IntentRead read = discoverIntents(name, operation);
      if (read instanceof IntentRead.Unreadable unreadable) {
        return new IntentOutcome(
            name, Optional.of(operation), Resolution.UNREADABLE, unreadable.reason());
      } else if (read instanceof IntentRead.Vanished) {
        return new IntentOutcome(
            name,
            Optional.of(operation),
            Resolution.COMPLETED_BY_ANOTHER,
            "the sidecar vanished after it was listed");
      }
      RecoveryIntent intent = ((IntentRead.Readable) read).intent();
      Classified classified = classifyIntent(intent);
      Optional<Settled> settled =
          switch (classified.verdict()) {
            case CONVERGE -> Optional.of(convergeOnVisible(intent));
            case ROLL_FORWARD -> rollForward(intent, classified.fresh());
            case ROLL_BACK ->
                bumpEpochs(intent, classified.fresh())
                    ? Optional.of(rollBack(intent))
                    : Optional.empty();
            case ABORT_EMPTY ->
                bumpEpochs(intent, classified.fresh())
                    ? Optional.of(abortEmptyIntent(intent))
                    : Optional.empty();
            case REFUSE -> Optional.of(refuse(intent, classified));
          };
      if (settled.isPresent()) {
        Settled end = settled.get();
        if (end.audit().isPresent()) {
          recordAudit(end.audit().get());
          removeIntent(intent.operation());
        }
        return new IntentOutcome(
            name, Optional.of(intent.operation()), end.resolution(), end.detail());
      }
      realigner.loseRecoveryCas();
      backoff.pause();
    }
    throw new RetriesExhaustedException(
        List.of("the manifest kept changing while intent " + operation + " was recovered"),
        DataState.UNCHANGED);
  }

  private record Classified(
      ManifestState fresh, Verdict verdict, Map<TableId, EffectMovement> movements) {}

  private record Settled(Resolution resolution, String detail, Optional<AuditRecord> audit) {}

  /**
   * HEADs first, then the manifest: what lies beyond a pointer is judged by a pointer at least as
   * new.
   */
  @SpecAction("ClassifyIntent")
  private Classified classifyIntent(RecoveryIntent intent) {
    try (Trace.Step step = protocol.trace().begin("ClassifyIntent", intent.operation())) {
      Map<TableId, Long> headsSeen = new LinkedHashMap<>();
      for (EffectTarget target : intent.targets()) {
        headsSeen.put(target.table(), protocol.tables().head(target.path()));
      }
      ManifestState fresh = protocol.authority().read();
      IntentEvidence.Found found = evidence.gather(intent, headsSeen, fresh, permit);
      Verdict verdict = IntentClassifier.classify(found.evidence());
      step.note("manifest", fresh.version())
          .note("phase", intent.phase().getClass().getSimpleName())
          .note("movements", found.movements().toString())
          .note("verdict", verdict.name());
      return step.done(new Classified(fresh, verdict, found.movements()));
    }
  }

  /** The commit is visible: convergence, not failure. */
  @SpecAction("ConvergeOnVisible")
  private Settled convergeOnVisible(RecoveryIntent intent) {
    try (Trace.Step step = protocol.trace().begin("ConvergeOnVisible", intent.operation())) {
      return step.done(
          settled(
              intent,
              Kind.CONVERGED,
              Resolution.CONVERGED,
              intent.lineage().commitId(),
              "its commit was visible already"));
    }
  }

  /** Publishes the exact confirmed delta, only over the very manifest that was classified. */
  @SpecAction("RollForward")
  private Optional<Settled> rollForward(RecoveryIntent intent, ManifestState fresh) {
    try (Trace.Step step = protocol.trace().begin("RollForward", intent.operation())) {
      Phase.Confirmed confirmed = (Phase.Confirmed) intent.phase();
      ManifestState next =
          ManifestEdits.publish(
              fresh,
              intent.operation(),
              intent.writerKind(),
              intent.lineage(),
              intent.delta().bind(confirmed.achieved()));
      CasOutcome outcome = protocol.authority().compareAndSet(fresh, next);
      step.note("manifest", next.version()).note("outcome", outcome.name());
      if (outcome == CasOutcome.LOST) {
        return step.done(Optional.empty());
      }
      return step.done(
          Optional.of(
              settled(
                  intent,
                  Kind.ROLLED_FORWARD,
                  Resolution.ROLLED_FORWARD,
                  intent.lineage().commitId(),
                  "its confirmed effects were published as manifest version " + next.version())));
    }
  }

  /** The logical rollback: from here on nobody can publish this operation. */
  @SpecAction("BumpEpochs")
  private boolean bumpEpochs(RecoveryIntent intent, ManifestState fresh) {
    try (Trace.Step step = protocol.trace().begin("BumpEpochs", intent.operation())) {
      Optional<ManifestState> next =
          ManifestEdits.fence(
              fresh, intent, protocol.liveness().self(), protocol.clock().instant());
      if (next.isEmpty()) {
        step.note("outcome", "fenced already");
        return step.done(true);
      }
      CasOutcome outcome = protocol.authority().compareAndSet(fresh, next.get());
      step.note("manifest", next.get().version()).note("outcome", outcome.name());
      return step.done(outcome == CasOutcome.WON);
    }
  }

  private Settled rollBack(RecoveryIntent intent) {
    for (TableId table : intent.written()) {
      realigner.realign(table);
    }
    return settled(
        intent,
        Kind.ROLLED_BACK,
        Resolution.ROLLED_BACK,
        intent.lineage().rollbackId(),
        "its effects were compensated, nothing was published");
  }

  /** Nothing of it is anywhere; it is fenced all the same, since its owner may only be slow. */
  @SpecAction("AbortEmptyIntent")
  private Settled abortEmptyIntent(RecoveryIntent intent) {
    try (Trace.Step step = protocol.trace().begin("AbortEmptyIntent", intent.operation())) {
      return step.done(
          settled(
              intent,
              Kind.ABORTED_EMPTY,
              Resolution.ABORTED_EMPTY,
              intent.lineage().rollbackId(),
              "it had no effect"));
    }
  }

  private Settled refuse(RecoveryIntent intent, Classified classified) {
    StringBuilder detail = new StringBuilder("intent " + intent.operation() + " is kept:");
    classified
        .movements()
        .forEach(
            (table, movement) ->
                detail
                    .append(' ')
                    .append(classified.fresh().head(table).name())
                    .append(" is ")
                    .append(movement));
    realigner.refuseUnverifiable(detail.toString());
    return new Settled(Resolution.REFUSED, detail.toString(), Optional.empty());
  }

  private Settled settled(
      RecoveryIntent intent, Kind kind, Resolution resolution, CommitId decision, String detail) {
    return new Settled(
        resolution,
        detail,
        Optional.of(
            new AuditRecord(
                intent.operation(),
                kind,
                decision,
                protocol.liveness().self(),
                protocol.clock().instant(),
                detail)));
  }

  /**
   * Durable before the sidecar goes, once for each outcome: a recoverer that follows one which
   * ended between its record and the removal finds the same outcome another way, and adds nothing.
   */
  @SpecAction("RecordAudit")
  private void recordAudit(AuditRecord record) {
    try (Trace.Step step = protocol.trace().begin("RecordAudit", record.operation())) {
      boolean told =
          protocol.audit().of(record.operation()).stream()
              .anyMatch(earlier -> earlier.kind().published() == record.kind().published());
      if (!told) {
        protocol.audit().record(record);
      }
      step.note("kind", record.kind().name()).done();
    }
  }

  @SpecAction("RemoveIntent")
  private void removeIntent(OperationId operation) {
    try (Trace.Step step = protocol.trace().begin("RemoveIntent", operation)) {
      protocol.intents().remove(operation);
      step.done();
    }
  }
}
