package dev.linchpin.recovery;

import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.error.LiveWriterContentionException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.gates.Backoff;
import dev.linchpin.gates.GateKey;
import dev.linchpin.gates.GateManager;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.Liveness.OwnerState;
import dev.linchpin.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The barrier of seed section 4.1: discovers pending intents, waits for owners that may be alive as
 * far as courtesy goes, and has the rest resolved. Waiting never decides who is right; the epoch
 * bump inside the resolver does.
 */
public final class RecoveryBarrier {
  private final Protocol protocol;
  private final IntentResolver resolver;
  private final Realigner realigner;

  /**
   * A barrier that voids nothing.
   *
   * @param protocol the graph's ports
   */
  public RecoveryBarrier(Protocol protocol) {
    this(protocol, Permit.NONE);
  }

  /** The barrier of one pass of an operator's repair. */
  RecoveryBarrier(Protocol protocol, Permit permit) {
    this.protocol = protocol;
    this.resolver = new IntentResolver(protocol, permit);
    this.realigner = new Realigner(protocol, permit);
  }

  /**
   * Passes once over every sidecar, confirmed ones first: those need nothing but their publish, and
   * fencing an armed one would move an epoch that a confirmed one may have captured.
   *
   * @param overlaps which intents the caller needs out of the way; for those it waits out their
   *     owners, and then fences them off. All others are resolved only if their owner is gone or
   *     has handed them over
   * @param courtesy how long to wait for each owner that may be alive
   * @return what was found and done; nothing is thrown for an intent that is refused or unreadable
   * @throws dev.linchpin.error.StorageException if the listing or a read fails: that always fails
   *     the barrier
   */
  public RecoveryReport pass(Predicate<RecoveryIntent> overlaps, Duration courtesy) {
    return pass(Optional.empty(), overlaps, courtesy);
  }

  /**
   * As {@link #pass(Predicate, Duration)}, for one attempt of a write.
   *
   * @param operation the attempt that waits; empty if none does
   * @param overlaps which intents must be out of the way
   * @param courtesy how long to wait for each owner that may be alive
   * @return what was found and done
   */
  public RecoveryReport pass(
      Optional<OperationId> operation, Predicate<RecoveryIntent> overlaps, Duration courtesy) {
    List<IntentOutcome> outcomes = new ArrayList<>();
    for (String name : confirmedFirst(listIntents(operation))) {
      long began = System.nanoTime();
      IntentOutcome outcome = one(name, overlaps, courtesy);
      outcomes.add(outcome);
      protocol.observer().recovered(outcome, Duration.ofNanos(System.nanoTime() - began));
    }
    return new RecoveryReport(outcomes);
  }

  /** The sidecars that are there now; what is armed later is the business of the revalidation. */
  @SpecAction("ListIntents")
  private List<String> listIntents(Optional<OperationId> operation) {
    try (Trace.Step step = protocol.trace().begin("ListIntents", operation)) {
      List<String> names = protocol.intents().list();
      step.note("sidecars", names);
      return step.done(names);
    }
  }

  /** Only an order: each sidecar is read again before anything is decided by it. */
  private List<String> confirmedFirst(List<String> names) {
    if (names.size() < 2) {
      return names;
    }
    List<String> confirmed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String name : names) {
      boolean first =
          protocol.intents().read(name) instanceof IntentRead.Readable readable
              && readable.intent().phase() instanceof Phase.Confirmed;
      (first ? confirmed : others).add(name);
    }
    confirmed.addAll(others);
    return confirmed;
  }

  private IntentOutcome one(String name, Predicate<RecoveryIntent> overlaps, Duration courtesy) {
    long deadline = System.nanoTime() + courtesy.toNanos();
    Backoff backoff = new Backoff();
    while (true) {
      IntentRead read = protocol.intents().read(name);
      if (read instanceof IntentRead.Vanished) {
        return new IntentOutcome(
            name,
            Optional.empty(),
            Resolution.COMPLETED_BY_ANOTHER,
            "the sidecar vanished after it was listed");
      }
      if (read instanceof IntentRead.Unreadable unreadable) {
        return new IntentOutcome(
            name, Optional.empty(), Resolution.UNREADABLE, unreadable.reason());
      }
      RecoveryIntent intent = ((IntentRead.Readable) read).intent();
      OwnerId owner = intent.owner();
      boolean ours = owner.equals(protocol.liveness().self());
      boolean live = ours && protocol.live().isLive(intent.operation());
      boolean nobodyWillFinish =
          intent.abandoned()
              ? !live
              : ours ? !live : protocol.liveness().check(owner) == OwnerState.GONE;
      if (nobodyWillFinish) {
        return attempt(name, intent);
      }
      if (!overlaps.test(intent)) {
        return leftToLiveOwner(name, intent);
      }
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      boolean waited = left.isNegative() || left.isZero();
      if (live && (waited || !awaitEnd(intent.operation(), left))) {
        // It holds the gates until it is over, so that the resolver could not overtake it anyway.
        return leftToLiveOwner(name, intent);
      } else if (!live && waited) {
        return attempt(name, intent);
      } else if (!live) {
        backoff.pause();
      }
    }
  }

  private static IntentOutcome leftToLiveOwner(String name, RecoveryIntent intent) {
    return new IntentOutcome(
        name,
        Optional.of(intent.operation()),
        Resolution.LEFT_TO_LIVE_OWNER,
        "armed by " + intent.owner().description() + ", which may be alive");
  }

  private boolean awaitEnd(OperationId operation, Duration bound) {
    try {
      return protocol.live().awaitEnd(operation, bound);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LiveWriterContentionException(
          "interrupted while waiting for operation " + operation + " of this process");
    }
  }

  private IntentOutcome attempt(String name, RecoveryIntent intent) {
    try {
      return resolver.resolve(intent);
    } catch (UnverifiableEffectException refused) {
      return new IntentOutcome(
          name,
          Optional.of(intent.operation()),
          Resolution.REFUSED,
          "intent " + intent.operation() + " is kept: " + refused.getMessage());
    }
  }

  /**
   * Realigns tables whose drift no intent explains.
   *
   * @param tables the tables
   * @throws UnverifiableEffectException if somebody outside the protocol moved one of them
   */
  public void realign(Set<TableId> tables) {
    if (tables.isEmpty()) {
      return;
    }
    String branch = protocol.authority().read().target().branch();
    for (TableId table : tables) {
      GateManager.Held held =
          protocol.gates().acquire(List.of(new GateKey.TableGate(branch, table)));
      try {
        realigner.startRealign(table);
      } catch (RuntimeException error) {
        protocol.trace().mention("GiveUpRecovery", Map.of());
        throw error;
      } finally {
        held.close();
      }
    }
  }
}
