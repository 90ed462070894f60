package dev.linchpin.recovery;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.VersionFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an operator is shown before a repair (seed section 4.1): everything that it would discard,
 * and a token that stands for exactly this state.
 *
 * @param incarnation the life of the graph that was looked at
 * @param manifestVersion the manifest that it was looked at by
 * @param tables every table whose HEAD is past its published version, by name
 * @param intents every intent that recovery refuses, or that is on a table to be repaired
 * @param unreadable sidecars that cannot be read; a repair leaves them alone
 */
public record RepairPreview(
    String incarnation,
    long manifestVersion,
    List<TableLook> tables,
    List<IntentLook> intents,
    List<String> unreadable) {
  /** Copies the lists. */
  public RepairPreview {
    tables = List.copyOf(tables);
    intents = List.copyOf(intents);
    unreadable = List.copyOf(unreadable);
  }

  /**
   * The tables that a repair would realign.
   *
   * @return those that recovery refuses
   */
  public List<TableLook> toRepair() {
    return tables.stream().filter(table -> table.standing() == Standing.NEEDS_REPAIR).toList();
  }

  /**
   * The text that confirms a repair of exactly this state: these tables with their published
   * versions, epochs, HEADs and transactions, and these intents. Other tables do not count.
   *
   * @return the token; empty if nothing needs a repair
   */
  public Optional<String> token() {
    return toRepair().isEmpty() ? Optional.empty() : Optional.of(ConfirmationToken.of(this));
  }

  /** The permit that a confirmation of this preview gives. */
  Permit permit(String actor) {
    Map<TableId, Long> upTo = new TreeMap<>();
    toRepair().forEach(table -> upTo.put(table.head().id(), table.headSeen()));
    return new Permit(upTo, actor, token().orElse(""));
  }

  /**
   * One table.
   *
   * @param head what the manifest says of it
   * @param headSeen its newest physical version
   * @param standing what will become of it
   * @param why what is there, for people
   * @param beyond the commits past the published version, oldest first
   */
  public record TableLook(
      TableHead head, long headSeen, Standing standing, String why, List<CommitLook> beyond) {
    /** Copies the list. */
    public TableLook {
      beyond = List.copyOf(beyond);
    }
  }

  /** What will become of a table whose HEAD is past its published version. */
  public enum Standing {
    /** Nobody writes it until an operator repairs it. */
    NEEDS_REPAIR,
    /** The next writer realigns it by itself; a repair leaves it alone. */
    HEALS_ITSELF,
    /** An operation may still publish it; a repair leaves it alone. */
    IN_USE
  }

  /**
   * One commit.
   *
   * @param commit whose it is
   * @param voided whether a repair declares it void
   * @param facts what it says of itself; empty in the middle of a long chain, where nobody looked
   */
  public record CommitLook(TableCommit commit, boolean voided, Optional<VersionFacts> facts) {}

  /**
   * One intent.
   *
   * @param intent its sidecar
   * @param now what recovery does with it without a repair
   * @param repaired what recovery does with it in a repair
   */
  public record IntentLook(RecoveryIntent intent, Verdict now, Verdict repaired) {
    /**
     * The attempt.
     *
     * @return its operation id
     */
    public OperationId operation() {
      return intent.operation();
    }
  }
}
