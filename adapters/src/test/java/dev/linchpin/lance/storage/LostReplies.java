package dev.linchpin.lance.storage;

import org.lance.Dataset;
import org.lance.Transaction;

/** Commits that end in an error, before or after they have taken effect. */
final class LostReplies implements LanceCommit {
  private enum When {
    BEFORE,
    AFTER
  }

  private final When when;
  private final String message;

  private LostReplies(When when, String message) {
    this.when = when;
    this.message = message;
  }

  /** The commit takes effect, and then its caller meets this error. */
  static LanceCommit after(String message) {
    return new LostReplies(When.AFTER, message);
  }

  /** The commit never reaches the store; its caller meets this error. */
  static LanceCommit before(String message) {
    return new LostReplies(When.BEFORE, message);
  }

  @Override
  public Dataset execute(Dataset base, Transaction transaction) throws Exception {
    if (when == When.AFTER) {
      ONCE.execute(base, transaction).close();
    }
    throw new RuntimeException(message);
  }
}
