package dev.linchpin.recovery;

import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.ForeignCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.VoidedCommit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What an operator has declared void: for each table, commits of strangers and unreadable ones up
 * to a version that the operator has been shown. It lives for one recovery pass and is durable
 * nowhere; a commit past it is refused as ever.
 *
 * @param upTo the newest void version of each table, a Lance version
 * @param actor who permits it
 * @param token the confirmation token of the look that was confirmed
 */
public record Permit(Map<TableId, Long> upTo, String actor, String token) {
  /** Nothing is void: everybody's permit but an operator's. */
  public static final Permit NONE = new Permit(Map.of(), "", "");

  /** Copies the map. */
  public Permit {
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(token, "token");
    upTo = Collections.unmodifiableMap(new TreeMap<>(upTo));
  }

  /**
   * The newest void version of a table.
   *
   * @param table the table
   * @return a Lance version; 0 if nothing of it is void
   */
  public long upTo(TableId table) {
    return upTo.getOrDefault(table, 0L);
  }

  /**
   * Marks what is void.
   *
   * @param table the table
   * @param commits commits of it
   * @return the same commits, void ones as {@link VoidedCommit}
   */
  public List<TableCommit> apply(TableId table, List<TableCommit> commits) {
    long last = upTo(table);
    return last == 0 ? commits : commits.stream().map(commit -> mark(commit, last)).toList();
  }

  private static TableCommit mark(TableCommit commit, long last) {
    boolean unaccountable = commit instanceof ForeignCommit || commit instanceof UnreadableCommit;
    return unaccountable && commit.version() <= last ? new VoidedCommit(commit) : commit;
  }
}
