package dev.linchpin.recovery;

import dev.linchpin.Protocol;
import dev.linchpin.error.StaleConfirmationException;
import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.recovery.RepairPreview.IntentLook;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.recovery.RepairReport.TableOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The way out of a refusal (seed section 4.1): one ordinary recovery pass in which what an operator
 * has looked at and confirmed counts as dead. Intents first, so that a confirmed one is still
 * published; then each refused table is realigned to its published content. May end anywhere: the
 * next look shows what is left, and its confirmation finishes it.
 */
public final class Repairer {
  private final Protocol protocol;
  private final RepairLook look;

  /**
   * A repairer.
   *
   * @param protocol the graph's ports
   */
  public Repairer(Protocol protocol) {
    this.protocol = protocol;
    this.look =
        new RepairLook(
            protocol.authority(), protocol.intents(), protocol.tables(), protocol.adapters());
  }

  /**
   * Looks again, and repairs if and only if the look is the one that was confirmed.
   *
   * @param token the token of the confirmed preview
   * @param actor who confirmed it
   * @param courtesy how long to wait for the owner of an intent on these tables that may be alive
   * @return what was done; a table that moved after the second look is refused, not thrown
   * @throws StaleConfirmationException if the state is another one; nothing was changed
   */
  public RepairReport repair(String token, String actor, Duration courtesy) {
    RepairPreview now = look.look();
    if (!now.token().map(token::equals).orElse(false)) {
      throw new StaleConfirmationException(
          "not repaired: " + ConfirmationToken.difference(now, token));
    }
    Permit permit = now.permit(actor);
    Map<String, Object> permitted = new TreeMap<>();
    permit.upTo().forEach((table, version) -> permitted.put(table.value(), version));
    protocol.trace().mention("OperatorPermits", Map.of("tables", permitted));
    RecoveryBarrier barrier = new RecoveryBarrier(protocol, permit);
    RecoveryReport intents =
        barrier.pass(
            intent -> intent.written().stream().anyMatch(permit.upTo()::containsKey), courtesy);
    List<TableOutcome> tables = new ArrayList<>();
    for (TableLook table : now.toRepair()) {
      tables.add(repair(barrier, table));
    }
    Set<OperationId> shown =
        now.intents().stream().map(IntentLook::operation).collect(Collectors.toSet());
    boolean settled =
        intents.outcomes().stream()
            .filter(outcome -> outcome.operation().map(shown::contains).orElse(false))
            .map(IntentOutcome::resolution)
            .allMatch(RecoveryReport.Resolution::resolved);
    return new RepairReport(
        tables, intents, settled && tables.stream().allMatch(TableOutcome::repaired));
  }

  private TableOutcome repair(RecoveryBarrier barrier, TableLook look) {
    TableId table = look.head().id();
    String refusal = "";
    try {
      barrier.realign(Set.of(table));
    } catch (UnverifiableEffectException refused) {
      refusal = refused.summary();
    }
    TableHead head = protocol.authority().read().head(table);
    boolean repaired = head.version() >= look.headSeen();
    String detail =
        repaired
            ? "published as version " + head.version() + ", past everything that was void"
            : refusal.isEmpty()
                ? "left to an operation that is not settled and may still publish it: ask for a new preview"
                : refusal + "; it moved after the look: ask for a new preview";
    return new TableOutcome(table, head.name(), repaired, head.version(), detail);
  }
}
