package dev.linchpin.recovery;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.gates.Backoff;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.RepairRecord.Voided;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import dev.linchpin.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Brings one table's HEAD back to its published content.
 *
 * <p>A realignment needs no sidecar of its own: its commit names the pointer whose content it
 * carries, so whoever finds it beyond the pointer can account for it exactly and adopt it or write
 * another; it changes no content, and until the manifest points to it nobody sees it. That keeps
 * seed section 3.2's purpose (every independently durable effect can be accounted for) by
 * self-identification instead of by a second object.
 */
public final class Realigner {
  private static final int MAX_ROUNDS = 64;

  private final Protocol protocol;
  private final Permit permit;

  /**
   * A realigner.
   *
   * @param protocol the graph's ports
   * @param permit what an operator has declared void; {@link Permit#NONE} for everybody else
   */
  public Realigner(Protocol protocol, Permit permit) {
    this.protocol = protocol;
    this.permit = permit;
  }

  /**
   * A writer found drift on a table that no intent explains.
   *
   * @param table the table; its gate is held
   * @throws UnverifiableEffectException if somebody outside the protocol moved the table
   */
  @SpecAction("StartRealign")
  public void startRealign(TableId table) {
    try (Trace.Step step = protocol.trace().begin("StartRealign")) {
      step.note("table", table.value()).done();
    }
    realign(table);
  }

  /**
   * Realigns one table, or leaves it to a live operation that must be recovered first.
   *
   * @param table the table; its gate is held
   * @return false if it was left to a live operation
   * @throws UnverifiableEffectException if somebody outside the protocol moved the table
   */
  boolean realign(TableId table) {
    Backoff backoff = new Backoff();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      TableHead named = protocol.authority().read().head(table);
      long headSeen = readRealignHead(named);
      Judged judged = readRealignPointer(table, headSeen);
      DriftJudge.Decision decision = judged.decision();
      if (decision instanceof DriftJudge.Decision.Aligned) {
        return true;
      } else if (decision instanceof DriftJudge.Decision.LeaveToLive) {
        return false;
      } else if (decision instanceof DriftJudge.Decision.Refuse refuse) {
        refuseUnverifiable(refuse.reason());
        throw new UnverifiableEffectException(refuse.reason());
      } else if (decision instanceof DriftJudge.Decision.Adopt adopt) {
        if (passOver(judged, adopt.version())) {
          return true;
        }
      } else if (decision instanceof DriftJudge.Decision.Overwrite
          && realignTable(judged.head(), headSeen) instanceof CommitResult.Landed landed
          && landed.version() == headSeen + 1
          && passOver(judged, landed.version())) {
        // Landed elsewhere: something unseen lies underneath, perhaps foreign. Never publish it
        // unseen; judge again.
        return true;
      }
      backoff.pause();
    }
    throw new RetriesExhaustedException(
        List.of("table " + table + " kept moving while it was realigned"), DataState.UNCHANGED);
  }

  private record Judged(TableHead head, DriftJudge.Decision decision, List<VoidedCommit> voided) {}

  /** Strangers' commits that a repair voids are on record before the pointer passes them. */
  private boolean passOver(Judged judged, long version) {
    if (!onRecord(judged)) {
      recordRepair(judged, version);
    }
    if (publishRollback(judged.head(), version)) {
      return true;
    }
    loseRecoveryCas();
    return false;
  }

  private boolean onRecord(Judged judged) {
    if (judged.voided().isEmpty()) {
      return true;
    }
    Set<Long> recorded = new HashSet<>();
    for (RepairRecord repair : protocol.audit().repairs()) {
      if (repair.table().equals(judged.head().id())) {
        repair.voided().forEach(voided -> recorded.add(voided.version()));
      }
    }
    return judged.voided().stream().allMatch(voided -> recorded.contains(voided.version()));
  }

  /** HEAD is read before the manifest: the pointer that judges the drift is at least as new. */
  @SpecAction("ReadRealignHead")
  private long readRealignHead(TableHead named) {
    try (Trace.Step step = protocol.trace().begin("ReadRealignHead")) {
      long head = protocol.tables().head(named.path());
      step.note("table", named.id().value()).note("head", head);
      return step.done(head);
    }
  }

  @SpecAction("ReadRealignPointer")
  private Judged readRealignPointer(TableId table, long headSeen) {
    try (Trace.Step step = protocol.trace().begin("ReadRealignPointer")) {
      TableHead head = protocol.authority().read().head(table);
      List<TableCommit> beyond =
          DriftJudge.examines(head, headSeen, permit)
              ? permit.apply(
                  table, protocol.tables().commits(head.path(), head.version(), headSeen))
              : List.of();
      DriftJudge.Decision decision = DriftJudge.judge(head, headSeen, beyond, permit);
      step.note("table", table.value())
          .note("pointer", head.version())
          .note("epoch", head.epoch())
          .note("decision", decision.getClass().getSimpleName());
      return step.done(
          new Judged(
              head,
              decision,
              beyond.stream()
                  .filter(VoidedCommit.class::isInstance)
                  .map(VoidedCommit.class::cast)
                  .toList()));
    }
  }

  /** The physical half: content-preserving and self-identifying. */
  @SpecAction("RealignTable")
  private CommitResult realignTable(TableHead head, long headSeen) {
    try (Trace.Step step = protocol.trace().begin("RealignTable")) {
      CommitResult result = protocol.tables().realign(head, headSeen, protocol.ids().next());
      step.note("table", head.id().value())
          .note("pointer", head.version())
          .note("landed", result.landedVersion())
          .note("result", result.toString());
      return step.done(result);
    }
  }

  /** Who voids what, and by which look: durable before anything points past it. */
  @SpecAction("RecordRepair")
  private void recordRepair(Judged judged, long version) {
    try (Trace.Step step = protocol.trace().begin("RecordRepair")) {
      TableHead head = judged.head();
      protocol
          .audit()
          .recordRepair(
              new RepairRecord(
                  head.id(),
                  head.name(),
                  head.version(),
                  version,
                  judged.voided().stream().map(Realigner::voided).toList(),
                  permit.actor(),
                  permit.token(),
                  protocol.liveness().self(),
                  protocol.clock().instant()));
      step.note("table", head.id().value()).note("version", version).done();
    }
  }

  private static Voided voided(VoidedCommit voided) {
    if (voided.commit() instanceof ForeignCommit foreign) {
      return new Voided(voided.version(), foreign.transactionUuid());
    }
    UnreadableCommit unreadable = (UnreadableCommit) voided.commit();
    return new Voided(voided.version(), "cannot be read: " + unreadable.reason());
  }

  /**
   * The metadata half: the pointer moves to the realigned version only if pointer and epoch are
   * still those judged.
   */
  @SpecAction("PublishRollback")
  private boolean publishRollback(TableHead judged, long version) {
    try (Trace.Step step = protocol.trace().begin("PublishRollback")) {
      step.note("table", judged.id().value()).note("version", version);
      for (int round = 0; round < MAX_ROUNDS; round++) {
        ManifestState fresh = protocol.authority().read();
        if (!fresh.head(judged.id()).token().equals(judged.token())) {
          step.note("outcome", "SUPERSEDED");
          return step.done(false);
        }
        ManifestState next = ManifestEdits.repoint(fresh, judged.id(), version);
        if (protocol.authority().compareAndSet(fresh, next) == CasOutcome.WON) {
          step.note("manifest", next.version()).note("outcome", CasOutcome.WON.name());
          return step.done(true);
        }
        new Backoff().pause();
      }
      throw new RetriesExhaustedException(
          List.of("the manifest kept changing while table " + judged.id() + " was realigned"),
          DataState.UNCHANGED);
    }
  }

  /**
   * Nothing durable changes: whatever it is about stays for an operator.
   *
   * @param reason why, for people
   */
  @SpecAction("RefuseUnverifiable")
  void refuseUnverifiable(String reason) {
    try (Trace.Step step = protocol.trace().begin("RefuseUnverifiable")) {
      step.note("reason", reason).done();
    }
  }

  /** Somebody else's manifest commit came first: read again, decide again. */
  @SpecAction("LoseRecoveryCas")
  void loseRecoveryCas() {
    try (Trace.Step step = protocol.trace().begin("LoseRecoveryCas")) {
      step.done();
    }
    new Backoff().pause();
  }
}
