package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.fragments;
import static dev.linchpin.lance.conformance.LanceLab.overwriting;
import static dev.linchpin.lance.conformance.LanceLab.updating;
import static dev.linchpin.lance.conformance.Row.row;
import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.lance.conformance.LanceLab.Located;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.operation.Operation;
import org.lance.operation.Restore;

/**
 * Bringing HEAD back to the content of an older version without losing what identifies its rows.
 */
class RealignmentTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void anOverwriteWithThePinnedFragmentsBringsBackRowsDeletionsAddressesAndRowIds() {
    Dataset pinned = pinnedTable();
    List<Located> before = lab.located(lab.openAt(pinned.uri(), pinned.version()));
    Dataset drifted = lab.commit(pinned, lab.overwriting(pinned, rows(900, 2, "drift")));
    drifted = lab.append(drifted, rows(910, 2, "more"));

    lab.commit(drifted, overwriting(fragments(pinned)));

    assertThat(lab.located(lab.openHead(pinned.uri()))).isEqualTo(before);
  }

  @Test
  void realignedFragmentsKeepTheirIdsAndLaterFragmentsGetNewOnes() {
    Dataset pinned = pinnedTable();
    Dataset drifted = lab.append(pinned, rows(900, 2, "drift"));

    Dataset realigned = lab.commit(drifted, overwriting(fragments(pinned)));
    Dataset next = lab.append(realigned, rows(50, 1, "n"));

    assertThat(ids(pinned)).containsExactly(1, 2);
    assertThat(ids(realigned)).containsExactly(1, 2);
    assertThat(ids(next)).hasSize(3).startsWith(1, 2).doesNotHaveDuplicates();
  }

  @Test
  void deletingRowsOfARealignedFragmentKeepsItsEarlierDeletions() {
    Dataset pinned = pinnedTable();
    Dataset drifted = lab.commit(pinned, lab.overwriting(pinned, rows(900, 2, "drift")));
    Dataset realigned = lab.commit(drifted, overwriting(fragments(pinned)));

    FragmentMetadata deleted = realigned.getFragments().get(0).deleteRows(List.of(0));
    lab.commit(realigned, updating(List.of(), List.of(deleted), List.of()));

    assertThat(lab.read(lab.openHead(pinned.uri())))
        .extracting(Row::id)
        .containsExactly(12L, 13L, 20L, 21L, 22L);
  }

  @Test
  void rowsAddedAfterARealignmentNeverReuseTheRowIdsOfTheDrift() {
    Dataset pinned = pinnedTable();
    Dataset drifted = lab.append(pinned, rows(900, 2, "drift"));
    List<Long> used = rowIds(drifted);

    Dataset realigned = lab.commit(drifted, overwriting(fragments(pinned)));
    lab.append(realigned, List.of(row(50, "new")));

    assertThat(rowIdOf(lab.openHead(pinned.uri()), 50)).isNotIn(used);
  }

  @Test
  void aRestoreHandsOutTheRowIdsOfTheDriftASecondTime() {
    Dataset pinned = pinnedTable();
    Dataset drifted = lab.append(pinned, rows(900, 2, "drift"));
    List<Long> used = rowIds(drifted);

    Dataset restored = lab.commit(drifted, new Restore.Builder().version(pinned.version()).build());
    lab.append(restored, List.of(row(50, "new")));

    assertThat(rowIdOf(lab.openHead(pinned.uri()), 50)).isIn(used);
  }

  @Test
  void realigningToAnEmptyVersionEmptiesTheTable() {
    Dataset empty = lab.create(lab.uri("t.lance"));
    Dataset drifted = lab.append(empty, rows(0, 3, "drift"));

    Dataset realigned = lab.commit(drifted, overwriting(fragments(empty)));

    assertThat(lab.read(realigned)).isEmpty();
    assertThat(realigned.hasStableRowIds()).isTrue();
    assertThat(lab.read(lab.append(realigned, rows(5, 1, "a")))).isEqualTo(rows(5, 1, "a"));
  }

  @Test
  void aPinnedVersionReadsTheSameAfterDriftAndRealignment() {
    Dataset pinned = pinnedTable();
    List<Row> before = lab.read(pinned);
    Dataset drifted = lab.commit(pinned, lab.overwriting(pinned, rows(900, 2, "drift")));
    lab.commit(drifted, overwriting(fragments(pinned)));

    assertThat(lab.read(pinned)).isEqualTo(before);
    assertThat(lab.read(lab.openAt(pinned.uri(), pinned.version()))).isEqualTo(before);
    assertThat(lab.read(lab.checkout(lab.openHead(pinned.uri()), pinned.version())))
        .isEqualTo(before);
  }

  @Test
  void removingTheFragmentsOfOneAppendUndoesIt() {
    Dataset base = lab.append(lab.create(lab.uri("t.lance")), rows(0, 2, "a"));
    Dataset mistaken = lab.append(base, rows(10, 2, "mistake"));
    Dataset later = lab.append(mistaken, rows(20, 2, "later"));

    Dataset undone = lab.commit(later, updating(List.of(1L), List.of(), List.of()));

    assertThat(lab.read(undone)).extracting(Row::id).containsExactly(0L, 1L, 20L, 21L);
  }

  @Test
  void removingFragmentsThatSomebodyTouchedConflicts() {
    Dataset mistaken = lab.append(lab.create(lab.uri("t.lance")), rows(10, 2, "mistake"));
    Operation undo = updating(List.of(0L), List.of(), List.of());
    FragmentMetadata touched = mistaken.getFragments().get(0).deleteRows(List.of(1));
    lab.commit(mistaken, updating(List.of(), List.of(touched), List.of()));

    assertThatThrownBy(() -> lab.commit(mistaken, undo))
        .hasMessageStartingWith("Retryable commit conflict");
  }

  /** Fragments 1 (one row deleted) and 2; fragment 0 is gone. */
  private Dataset pinnedTable() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    table = lab.append(table, rows(10, 4, "b"));
    table = lab.append(table, rows(20, 3, "c"));
    FragmentMetadata deleted = table.getFragments().get(1).deleteRows(List.of(1));
    return lab.commit(table, updating(List.of(0L), List.of(deleted), List.of()));
  }

  private static List<Integer> ids(Dataset dataset) {
    return dataset.getFragments().stream().map(Fragment::getId).toList();
  }

  private List<Long> rowIds(Dataset dataset) {
    return lab.located(dataset).stream().map(Located::rowId).toList();
  }

  private long rowIdOf(Dataset dataset, long id) {
    return lab.located(dataset).stream()
        .filter(located -> located.row().id() == id)
        .findFirst()
        .orElseThrow()
        .rowId();
  }
}
