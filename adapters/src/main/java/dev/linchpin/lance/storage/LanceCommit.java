package dev.linchpin.lance.storage;

import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;

/**
 * The one call that makes a Lance transaction durable. Tests put themselves in its place to lose
 * replies.
 */
interface LanceCommit {
  /** One attempt: a retry inside Lance could land on top of something that nobody judged. */
  LanceCommit ONCE = new Once();

  /** Commits on top of the transaction's read version; returns the achieved version's dataset. */
  Dataset execute(Dataset base, Transaction transaction) throws Exception;

  /** A class, not a lambda, so that the check of durable calls can follow it. */
  final class Once implements LanceCommit {
    private Once() {}

    @Override
    public Dataset execute(Dataset base, Transaction transaction) {
      return new CommitBuilder(base).maxRetries(0).execute(transaction);
    }
  }
}
