package dev.linchpin.recovery;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.gates.Backoff;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.trace.Trace;
import java.util.List;

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

  /**
   * A realigner.
   *
   * @param protocol the graph's ports
   */
  public Realigner(Protocol protocol) {
    this.protocol = protocol;
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
        throw new UnverifiableEffectException(refuse.reason());
      } else if (decision instanceof DriftJudge.Decision.Adopt adopt) {
        if (publishRollback(judged.head(), adopt.version())) {
          return true;
        }
      } else if (decision instanceof DriftJudge.Decision.Overwrite
          && realignTable(judged.head(), headSeen) instanceof CommitResult.Landed landed
          && landed.version() == headSeen + 1
          && publishRollback(judged.head(), landed.version())) {
        // Landed elsewhere: something unseen lies underneath, perhaps foreign. Never publish it
        // unseen; judge again.
        return true;
      }
      backoff.pause();
    }
    throw new RetriesExhaustedException(
        List.of("table " + table + " kept moving while it was realigned"), DataState.UNCHANGED);
  }

  private record Judged(TableHead head, DriftJudge.Decision decision) {}

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
      boolean scan =
          headSeen > head.version() && headSeen - head.version() <= DriftJudge.SCAN_BOUND;
      List<TableCommit> beyond =
          scan ? protocol.tables().commits(head.path(), head.version(), headSeen) : List.of();
      DriftJudge.Decision decision = DriftJudge.judge(head, headSeen, beyond);
      step.note("table", table.value())
          .note("pointer", head.version())
          .note("epoch", head.epoch())
          .note("decision", decision.getClass().getSimpleName());
      return step.done(new Judged(head, decision));
    }
  }

  /** The physical half: content-preserving and self-identifying. */
  @SpecAction("RealignTable")
  private CommitResult realignTable(TableHead head, long headSeen) {
    try (Trace.Step step = protocol.trace().begin("RealignTable")) {
      CommitResult result = protocol.tables().realign(head, headSeen, protocol.ids().next());
      step.note("table", head.id().value())
          .note("pointer", head.version())
          .note("result", result.toString());
      return step.done(result);
    }
  }

  /**
   * The metadata half: the pointer moves to the realigned version only if pointer and epoch are
   * still those judged.
   */
  @SpecAction("PublishRollback")
  private boolean publishRollback(TableHead judged, long version) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try (Trace.Step step = protocol.trace().begin("PublishRollback")) {
        ManifestState fresh = protocol.authority().read();
        if (!fresh.head(judged.id()).token().equals(judged.token())) {
          step.note("table", judged.id().value()).note("outcome", "superseded");
          return step.done(false);
        }
        ManifestState next = ManifestEdits.repoint(fresh, judged.id(), version);
        CasOutcome outcome = protocol.authority().compareAndSet(fresh, next);
        step.note("table", judged.id().value())
            .note("version", version)
            .note("manifest", next.version())
            .note("outcome", outcome.name())
            .done();
        if (outcome == CasOutcome.WON) {
          return true;
        }
      }
      loseRecoveryCas();
    }
    return false;
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
