package dev.linchpin.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * An operator's decision that commits of strangers on one table are void; durable before the
 * manifest's pointer moves past them. That it is durable does not say that the pointer has moved:
 * the process may have ended in between, and whoever repairs the table next finds the record and
 * adds none.
 *
 * @param table the table's incarnation
 * @param name its type name
 * @param pointer the published version whose content stays
 * @param realigned the version that carries that content on top of the void ones
 * @param voided what is void, oldest first
 * @param actor who confirmed it
 * @param token the confirmation token of the preview that was confirmed
 * @param repairedBy the process that did it
 * @param time when, by that process's clock
 */
public record RepairRecord(
    TableId table,
    String name,
    long pointer,
    long realigned,
    List<Voided> voided,
    String actor,
    String token,
    OwnerId repairedBy,
    Instant time) {
  /** Copies the list. */
  public RepairRecord {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(repairedBy, "repairedBy");
    Objects.requireNonNull(time, "time");
    voided = List.copyOf(voided);
  }

  /**
   * One void commit.
   *
   * @param version its Lance version, at which its content stays readable until cleanup
   * @param transaction its transaction's uuid, or why that cannot be read
   */
  public record Voided(long version, String transaction) {
    /** Both parts are required. */
    public Voided {
      Objects.requireNonNull(transaction, "transaction");
    }
  }
}
