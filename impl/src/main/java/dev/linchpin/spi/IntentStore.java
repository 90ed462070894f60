package dev.linchpin.spi;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import java.util.List;

/**
 * Recovery sidecars: one object per operation, replaced atomically, deleted and re-put
 * unconditionally.
 */
public interface IntentStore {
  /**
   * Lists every sidecar's name without reading it.
   *
   * @return the names, sorted; a name is not necessarily an operation id, since anybody can put an
   *     object there
   * @throws dev.linchpin.error.StorageException if the listing fails; that always fails the barrier
   */
  List<String> list();

  /**
   * Reads one sidecar.
   *
   * @param name a name from {@link #list()}
   * @return what is there now
   * @throws dev.linchpin.error.StorageException if the store cannot say
   */
  IntentRead read(String name);

  /**
   * Makes the intent durable, replacing any earlier content of the same operation. On return a
   * reader sees exactly this content; if it throws, a reader sees the old or the new content, never
   * a mixture.
   *
   * @param intent the sidecar's content
   * @throws dev.linchpin.error.StorageException if it is unknown whether the content is durable
   */
  void put(RecoveryIntent intent);

  /**
   * Removes the sidecar if it is there.
   *
   * @param operation the attempt
   * @throws dev.linchpin.error.StorageException if it is unknown whether it is gone
   */
  void remove(OperationId operation);

  /**
   * The name under which {@link #list()} shows an operation's sidecar.
   *
   * @param operation the attempt
   * @return the name
   */
  String nameOf(OperationId operation);

  /** What a sidecar turned out to be. */
  sealed interface IntentRead {
    /**
     * A sidecar that this code understands.
     *
     * @param intent its content
     */
    record Readable(RecoveryIntent intent) implements IntentRead {}

    /** It vanished since it was listed: somebody else completed it. */
    record Vanished() implements IntentRead {}

    /**
     * Garbage, truncated, or of a newer format: never guessed at, never deleted; it overlaps every
     * write.
     *
     * @param name where
     * @param reason what is wrong with it
     */
    record Unreadable(String name, String reason) implements IntentRead {}
  }
}
