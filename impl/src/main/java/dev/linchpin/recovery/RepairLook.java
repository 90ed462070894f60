package dev.linchpin.recovery;

import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.recovery.RepairPreview.CommitLook;
import dev.linchpin.recovery.RepairPreview.IntentLook;
import dev.linchpin.recovery.RepairPreview.Standing;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The look that precedes a repair. Reads only; whoever may read the graph may look. */
public final class RepairLook {
  /** So many commits at each end of a long chain are looked into. */
  private static final int LOOKED_INTO = 20;

  private final ManifestAuthority authority;
  private final IntentStore intents;
  private final TableSubstrate tables;
  private final IntentEvidence evidence;

  /**
   * A look at a graph.
   *
   * @param authority its manifest
   * @param intents its sidecars
   * @param tables its tables
   * @param adapters its registry
   */
  public RepairLook(
      ManifestAuthority authority,
      IntentStore intents,
      TableSubstrate tables,
      AdapterRegistry adapters) {
    this.authority = authority;
    this.intents = intents;
    this.tables = tables;
    this.evidence = new IntentEvidence(authority, tables, adapters);
  }

  /**
   * Looks: the sidecars, then every HEAD, the manifest last, as recovery does.
   *
   * @return what is there
   * @throws dev.linchpin.error.StorageException if something cannot be read
   */
  public RepairPreview look() {
    List<RecoveryIntent> found = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (String name : intents.list()) {
      IntentRead read = intents.read(name);
      if (read instanceof IntentRead.Readable readable) {
        found.add(readable.intent());
      } else if (read instanceof IntentRead.Unreadable garbage) {
        unreadable.add(garbage.name() + ": " + garbage.reason());
      }
    }
    Map<TableId, Long> headsSeen = new TreeMap<>();
    for (TableHead head : authority.read().heads().values()) {
      if (!head.deleted()) {
        headsSeen.put(head.id(), tables.head(head.path()));
      }
    }
    ManifestState fresh = authority.read();
    List<TableLook> looks = new ArrayList<>();
    for (TableHead head : fresh.heads().values()) {
      long headSeen = headsSeen.getOrDefault(head.id(), 0L);
      if (headSeen > head.version()) {
        looks.add(look(head, headSeen));
      }
    }
    looks.sort(Comparator.comparing(table -> table.head().name()));
    RepairPreview without =
        new RepairPreview(
            fresh.target().incarnation(), fresh.version(), looks, List.of(), unreadable);
    return new RepairPreview(
        without.incarnation(),
        without.manifestVersion(),
        looks,
        look(found, headsSeen, fresh, without.permit("")),
        unreadable);
  }

  private TableLook look(TableHead head, long headSeen) {
    List<TableCommit> beyond = tables.commits(head.path(), head.version(), headSeen);
    DriftJudge.Decision decision = DriftJudge.judge(head, headSeen, beyond, Permit.NONE);
    if (decision instanceof DriftJudge.Decision.Refuse refuse) {
      Permit all = new Permit(Map.of(head.id(), headSeen), "", "");
      List<TableCommit> marked = all.apply(head.id(), beyond);
      return new TableLook(
          head, headSeen, Standing.NEEDS_REPAIR, refuse.reason(), commits(head, beyond, marked));
    } else if (decision instanceof DriftJudge.Decision.LeaveToLive live) {
      return new TableLook(
          head,
          headSeen,
          Standing.IN_USE,
          "operation " + live.operation() + " may still publish it",
          commits(head, beyond, beyond));
    }
    return new TableLook(
        head,
        headSeen,
        Standing.HEALS_ITSELF,
        "the next writer of the table realigns it",
        commits(head, beyond, beyond));
  }

  private List<CommitLook> commits(
      TableHead head, List<TableCommit> beyond, List<TableCommit> marked) {
    List<CommitLook> looks = new ArrayList<>();
    for (int i = 0; i < beyond.size(); i++) {
      TableCommit commit = beyond.get(i);
      boolean lookedInto = i < LOOKED_INTO || i >= beyond.size() - LOOKED_INTO;
      looks.add(
          new CommitLook(
              commit,
              marked.get(i) instanceof VoidedCommit,
              lookedInto
                  ? Optional.of(tables.inspect(head.path(), commit.version()))
                  : Optional.empty()));
    }
    return looks;
  }

  private List<IntentLook> look(
      List<RecoveryIntent> found,
      Map<TableId, Long> headsSeen,
      ManifestState fresh,
      Permit permit) {
    List<IntentLook> looks = new ArrayList<>();
    for (RecoveryIntent intent : found) {
      Verdict now = verdict(intent, headsSeen, fresh, Permit.NONE);
      boolean touched = intent.written().stream().anyMatch(permit.upTo()::containsKey);
      if (touched || now == Verdict.REFUSE) {
        looks.add(new IntentLook(intent, now, verdict(intent, headsSeen, fresh, permit)));
      }
    }
    return looks;
  }

  private Verdict verdict(
      RecoveryIntent intent, Map<TableId, Long> headsSeen, ManifestState fresh, Permit permit) {
    return IntentClassifier.classify(evidence.gather(intent, headsSeen, fresh, permit).evidence());
  }
}
