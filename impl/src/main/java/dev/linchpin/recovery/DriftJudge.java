package dev.linchpin.recovery;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.OperationCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.RealignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import java.util.List;

/**
 * Judges what lies beyond a table's published pointer. No I/O.
 *
 * <p>A commit beyond the pointer is <em>dead</em>, so that nobody can ever publish it, if it is a
 * realignment, or carries an older epoch than the table's, or is not where its operation could
 * count it: exactly one past the pointer, based on that pointer. HEAD must have been read before
 * the manifest, so that the pointer is at least as new as the drift that it judges.
 */
public final class DriftJudge {
  /** More commits than this beyond a pointer are not examined: the table is unverifiable. */
  public static final int SCAN_BOUND = 1_000;

  private DriftJudge() {}

  /** What a realigner does next with one table. */
  public sealed interface Decision {
    /** HEAD is the pointer. */
    record Aligned() implements Decision {}

    /** The pointer has passed the HEAD that was read: read both again. */
    record ReadAgain() implements Decision {}

    /**
     * A commit may still be published by its own operation: leave the table, never wait here.
     *
     * @param operation the operation to recover first
     */
    record LeaveToLive(OperationId operation) implements Decision {}

    /**
     * HEAD already carries the pointer's content: no further commit is needed.
     *
     * @param version that version
     */
    record Adopt(long version) implements Decision {}

    /** Everything beyond the pointer is dead: write the pointer's content on top. */
    record Overwrite() implements Decision {}

    /**
     * Something there cannot be accounted for.
     *
     * @param reason what, for people
     */
    record Refuse(String reason) implements Decision {}
  }

  /**
   * Decides.
   *
   * @param head the table's head in the manifest, read after {@code headSeen}
   * @param headSeen the physical HEAD
   * @param beyond every commit after the pointer up to {@code headSeen}, oldest first, void ones
   *     marked; may be empty if {@link #examines} says no
   * @param permit what an operator has declared void
   * @return what to do
   */
  public static Decision judge(
      TableHead head, long headSeen, List<TableCommit> beyond, Permit permit) {
    if (headSeen == head.version()) {
      return new Decision.Aligned();
    }
    if (headSeen < head.version()) {
      return new Decision.ReadAgain();
    }
    if (!examines(head, headSeen, permit)) {
      return new Decision.Refuse(
          "table "
              + head.name()
              + ": HEAD "
              + headSeen
              + " is more than "
              + SCAN_BOUND
              + " versions past the published version "
              + head.version());
    }
    OperationId live = null;
    for (TableCommit commit : beyond) {
      if (commit instanceof ForeignCommit foreign) {
        return new Decision.Refuse(
            "table "
                + head.name()
                + " was moved outside the protocol: version "
                + foreign.version()
                + " is "
                + foreign.description()
                + ", the published version is "
                + head.version());
      } else if (commit instanceof UnreadableCommit unreadable) {
        return new Decision.Refuse(
            "table "
                + head.name()
                + ": the transaction of version "
                + unreadable.version()
                + " cannot be read: "
                + unreadable.reason());
      } else if (commit instanceof OperationCommit own && !dead(own, head)) {
        live = own.operation();
      }
    }
    if (live != null) {
      return new Decision.LeaveToLive(live);
    }
    if (beyond.get(beyond.size() - 1) instanceof RealignCommit realigned
        && realigned.pointer() == head.version()) {
      return new Decision.Adopt(realigned.version());
    }
    return new Decision.Overwrite();
  }

  /**
   * Whether what lies beyond a pointer is examined commit by commit. What an operator has declared
   * void is, however much it is: the operator waits for it.
   *
   * @param head the table's head in the manifest
   * @param headSeen the physical HEAD
   * @param permit what is void
   * @return false if nothing lies there, or more than the bound
   */
  public static boolean examines(TableHead head, long headSeen, Permit permit) {
    long judged = Math.max(head.version(), permit.upTo(head.id()));
    return headSeen > head.version() && headSeen - judged <= SCAN_BOUND;
  }

  private static boolean dead(OperationCommit commit, TableHead head) {
    boolean fenced = commit.epoch() < head.epoch();
    boolean whereItCounts =
        commit.version() == head.version() + 1 && commit.pointer() == head.version();
    return fenced || !whereItCounts;
  }
}
