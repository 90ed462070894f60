package dev.linchpin.lance.mutation;

import dev.linchpin.lance.PinnedTable;
import dev.linchpin.lance.storage.StagedTransaction;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.TableHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lance.FragmentMetadata;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Update;

/**
 * Makes the one staged effect of a table: an Append where rows only come, a hand-built Update where
 * rows go, an Overwrite where everything is replaced. It writes deletion files, which are
 * reclaimable like the staged rows, and moves no HEAD.
 */
final class EffectStager {
  private EffectStager() {}

  /**
   * Stages the effect.
   *
   * @param change a validated change
   * @param transactionUuid the identity of its physical transaction
   * @return the effect, or empty if the table stays as it is
   */
  static Optional<PlannedEffect> stage(TableChange change, String transactionUuid) {
    TableHead head = change.table().head();
    return operation(change)
        .map(
            operation ->
                new PlannedEffect(
                    new EffectTarget(
                        head.id(),
                        head.path(),
                        head.token(),
                        transactionUuid,
                        EffectKind.STAGED,
                        new PostState.Exact(head.version() + 1)),
                    new StagedTransaction(operation)));
  }

  private static Optional<Operation> operation(TableChange change) {
    List<FragmentMetadata> staged = List.copyOf(change.staged());
    if (change.overwrite()) {
      return staged.isEmpty() && change.table().count() == 0
          ? Optional.empty()
          : Optional.of(
              Overwrite.builder().fragments(staged).schema(change.type().arrowSchema()).build());
    } else if (!change.removed().isEmpty()) {
      return Optional.of(update(change, staged));
    } else if (!staged.isEmpty()) {
      return Optional.of(Append.builder().fragments(staged).build());
    }
    return Optional.empty();
  }

  private static Update update(TableChange change, List<FragmentMetadata> staged) {
    PinnedTable table = change.table();
    List<FragmentMetadata> updated = new ArrayList<>();
    List<Long> whole = new ArrayList<>();
    for (Map.Entry<Integer, List<Integer>> fragment : change.removed().byFragment().entrySet()) {
      table
          .stageDeletion(fragment.getKey(), fragment.getValue())
          .ifPresentOrElse(updated::add, () -> whole.add((long) fragment.getKey()));
    }
    return Update.builder()
        .removedFragmentIds(whole)
        .updatedFragments(updated)
        .newFragments(staged)
        .build();
  }
}
