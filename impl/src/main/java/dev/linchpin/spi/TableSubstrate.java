package dev.linchpin.spi;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.TableHead;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Physical tables: chains of immutable versions whose newest is HEAD. HEAD is not authority; the
 * manifest's pointer is.
 */
public interface TableSubstrate {
  /**
   * A table's newest physical version, never from a cache.
   *
   * @param path the dataset, relative to the graph's root
   * @return HEAD
   */
  long head(String path);

  /**
   * Who made each version after {@code after} up to and including {@code upTo}.
   *
   * @param path the dataset
   * @param after a version, exclusive
   * @param upTo a version, inclusive
   * @return one commit per version, oldest first
   */
  List<TableCommit> commits(String path, long after, long upTo);

  /**
   * Commits one staged effect: read version = the pinned pointer, the target's own transaction
   * uuid, and properties that name the operation, the captured pointer and the captured epoch. One
   * physical commit, no retry inside. If the reply is lost, the implementation looks for its own
   * transaction before it gives up.
   *
   * @param operation the attempt
   * @param effect the effect
   * @return where it landed, or that it provably never will
   * @throws dev.linchpin.error.StorageException if neither is known
   */
  CommitResult commit(OperationId operation, PlannedEffect effect);

  /**
   * Writes the published content on top of HEAD: an Overwrite with the pinned version's content,
   * read at the HEAD that was seen. Its properties name the pointer that it realigns.
   *
   * @param table the table's head as last read from the manifest; its pointer's content is what is
   *     written
   * @param headSeen the HEAD that was judged, later than the pointer
   * @param transactionUuid the identity of this realignment
   * @return where it landed, or that another Overwrite came first
   * @throws dev.linchpin.error.StorageException if neither is known
   */
  CommitResult realign(TableHead table, long headSeen, String transactionUuid);

  /**
   * What one version says to people. Nothing is decided by it.
   *
   * @param path the dataset
   * @param version a version
   * @return what can be read of it
   */
  VersionFacts inspect(String path, long version);

  /**
   * One version, for people.
   *
   * @param kind the substrate's name of the transaction; empty if it cannot be read
   * @param transactionUuid its identity; empty if it cannot be read
   * @param rowsBefore how many rows the version before holds; empty if it cannot be read
   * @param rows how many rows it holds; empty if it cannot be read
   */
  record VersionFacts(
      Optional<String> kind,
      Optional<String> transactionUuid,
      OptionalLong rowsBefore,
      OptionalLong rows) {}

  /** What a physical commit is known to have done. */
  sealed interface CommitResult {
    /**
     * Where it landed.
     *
     * @return the version, or 0 if it was refused
     */
    default long landedVersion() {
      return this instanceof Landed landed ? landed.version() : 0;
    }

    /**
     * It landed.
     *
     * @param version the achieved version, whatever it is: only the caller knows which one counts
     */
    record Landed(long version) implements CommitResult {}

    /**
     * It conflicted and never lands.
     *
     * @param reason the substrate's words
     */
    record Conflicted(String reason) implements CommitResult {}
  }

  /** One version of a table, by what its transaction says of itself. */
  sealed interface TableCommit {
    /**
     * The version.
     *
     * @return a Lance version
     */
    long version();

    /**
     * An effect of a Linchpin operation.
     *
     * @param version the version
     * @param transactionUuid its identity
     * @param operation the attempt
     * @param pointer the pointer that the attempt had captured
     * @param epoch the epoch that the attempt had captured
     */
    record OperationCommit(
        long version, String transactionUuid, OperationId operation, long pointer, long epoch)
        implements TableCommit {}

    /**
     * A realignment: it carries the content of {@code pointer}.
     *
     * @param version the version
     * @param transactionUuid its identity
     * @param pointer the pointer whose content it carries
     */
    record RealignCommit(long version, String transactionUuid, long pointer)
        implements TableCommit {}

    /**
     * Somebody outside the protocol moved the table.
     *
     * @param version the version
     * @param transactionUuid its identity
     * @param description what else is known of the transaction
     */
    record ForeignCommit(long version, String transactionUuid, String description)
        implements TableCommit {}

    /**
     * The version's transaction cannot be read.
     *
     * @param version the version
     * @param reason why
     */
    record UnreadableCommit(long version, String reason) implements TableCommit {}

    /**
     * A commit that nobody can account for and that an operator has declared void: it counts as
     * nobody's, and as dead. No substrate says this of a commit; only a repair does.
     *
     * @param commit what it is
     */
    record VoidedCommit(TableCommit commit) implements TableCommit {
      /** Only what would be refused otherwise can be void. */
      public VoidedCommit {
        if (!(commit instanceof ForeignCommit || commit instanceof UnreadableCommit)) {
          throw new IllegalArgumentException("not a stranger's commit: " + commit);
        }
      }

      @Override
      public long version() {
        return commit.version();
      }
    }
  }
}
