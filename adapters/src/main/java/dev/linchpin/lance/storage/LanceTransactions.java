package dev.linchpin.lance.storage;

import java.util.Optional;
import java.util.function.Function;
import org.lance.Dataset;
import org.lance.Transaction;

/** Reads the transaction of a checked-out version, and releases the native memory that it holds. */
final class LanceTransactions {
  private LanceTransactions() {}

  static <T> Optional<T> read(Dataset at, Function<Transaction, T> reading) {
    Optional<Transaction> found = at.readTransaction();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (Transaction transaction = found.get()) {
      return Optional.of(reading.apply(transaction));
    }
  }

  static boolean carries(Dataset at, String uuid) {
    return read(at, transaction -> transaction.uuid().equals(uuid)).orElse(false);
  }
}
