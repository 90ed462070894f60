package dev.linchpin.memory;

import dev.linchpin.protocol.PlannedEffect;
import java.util.ArrayList;
import java.util.List;

/**
 * A staged change of one table, in the kinds of Lance's conflict matrix.
 *
 * @param kind which kind of transaction
 * @param added rows in new fragments
 * @param removed rows that an update deletes from existing fragments
 */
public record Staged(Kind kind, List<String> added, List<String> removed)
    implements PlannedEffect.Payload {
  public Staged {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    if (!removed.isEmpty() && kind != Kind.UPDATE) {
      throw new IllegalArgumentException(kind + " removes no single rows");
    }
  }

  @Override
  public PlannedEffect.TransactionKind transactionKind() {
    return switch (kind) {
      case APPEND -> PlannedEffect.TransactionKind.APPEND;
      case UPDATE -> PlannedEffect.TransactionKind.UPDATE;
      case OVERWRITE -> PlannedEffect.TransactionKind.OVERWRITE;
      case RESTORE, CONFIG -> throw new IllegalStateException(kind + " is no effect of a writer");
    };
  }

  /** The kinds of transactions. */
  public enum Kind {
    APPEND,
    OVERWRITE,
    UPDATE,
    RESTORE,
    CONFIG
  }

  public static Staged append(String... rows) {
    return new Staged(Kind.APPEND, List.of(rows), List.of());
  }

  public static Staged overwrite(String... rows) {
    return new Staged(Kind.OVERWRITE, List.of(rows), List.of());
  }

  public static Staged update(List<String> removed, List<String> added) {
    return new Staged(Kind.UPDATE, added, removed);
  }

  /** What this change makes of a content, stated without fragments, for whoever checks results. */
  public List<String> appliedTo(List<String> rows) {
    List<String> result = new ArrayList<>();
    switch (kind) {
      case APPEND, CONFIG -> result.addAll(rows);
      case OVERWRITE -> {}
      case UPDATE -> rows.stream().filter(row -> !removed.contains(row)).forEach(result::add);
      case RESTORE -> throw new IllegalStateException("a restore is no operation of a writer");
    }
    result.addAll(added);
    result.sort(null);
    return result;
  }
}
