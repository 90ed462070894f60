package dev.linchpin.recovery;

import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers what the classifier may look at. Reads only; recovery and an operator's look share it.
 */
final class IntentEvidence {
  private final ManifestAuthority authority;
  private final TableSubstrate tables;
  private final AdapterRegistry adapters;

  IntentEvidence(ManifestAuthority authority, TableSubstrate tables, AdapterRegistry adapters) {
    this.authority = authority;
    this.tables = tables;
    this.adapters = adapters;
  }

  /**
   * What is known of one intent.
   *
   * @param evidence what the classifier decides by
   * @param movements what happened to each written table; empty if the commit is visible
   */
  record Found(Evidence evidence, Map<TableId, EffectMovement> movements) {}

  /**
   * Gathers it.
   *
   * @param intent the intent
   * @param headsSeen HEAD of every written table, read before {@code fresh}: what lies beyond a
   *     pointer is judged by a pointer at least as new
   * @param fresh one manifest read
   * @param permit what is void
   */
  Found gather(
      RecoveryIntent intent, Map<TableId, Long> headsSeen, ManifestState fresh, Permit permit) {
    boolean visible =
        authority
            .findByOperation(fresh, intent.operation(), intent.baseVersion())
            .filter(GraphCommit.class::isInstance)
            .isPresent();
    Map<TableId, EffectMovement> movements = new LinkedHashMap<>();
    if (!visible) {
      for (EffectTarget target : intent.targets()) {
        movements.put(target.table(), movement(intent, target, headsSeen, fresh, permit));
      }
    }
    return new Found(
        new Evidence(
            visible,
            intent.target().equals(fresh.target()),
            intent.phase() instanceof Phase.Confirmed,
            intent.readSet().firstMismatch(fresh).isEmpty(),
            movements.values()),
        movements);
  }

  private EffectMovement movement(
      RecoveryIntent intent,
      EffectTarget target,
      Map<TableId, Long> headsSeen,
      ManifestState fresh,
      Permit permit) {
    TableHead head = fresh.head(target.table());
    long bounded =
        Math.max(head.version(), permit.upTo(target.table())) + DriftJudge.SCAN_BOUND + 1L;
    long upTo = Math.min(headsSeen.get(target.table()), bounded);
    List<TableCommit> beyond =
        upTo <= head.version() ? List.of() : tables.commits(target.path(), head.version(), upTo);
    return adapters
        .adapter(intent.writerKind())
        .classify(intent.operation(), target, head.version(), permit.apply(target.table(), beyond));
  }
}
