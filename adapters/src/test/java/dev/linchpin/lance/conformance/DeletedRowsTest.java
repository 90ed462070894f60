package dev.linchpin.lance.conformance;

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
import org.lance.fragment.RowIdMeta;

/**
 * Deleting and rewriting rows by hand: what a fragment's offsets mean and what Lance never checks.
 */
class DeletedRowsTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void anAddressNamesTheFragmentAboveAndThePhysicalOffsetBelow() {
    Dataset table = twoFragments();

    assertThat(lab.located(table))
        .extracting(Located::fragment, Located::offset)
        .containsExactly(pair(0, 0), pair(0, 1), pair(0, 2), pair(1, 0), pair(1, 1), pair(1, 2));
  }

  @Test
  void offsetsStayPhysicalAfterEarlierDeletionsAndOnlyTheNewOnesArePassed() {
    Dataset table = delete(twoFragments(), 0, 1);
    assertThat(lab.located(table))
        .filteredOn(l -> l.fragment() == 0)
        .extracting(Located::offset)
        .containsExactly(0, 2);

    table = delete(table, 0, 2);

    assertThat(lab.read(table)).extracting(Row::id).containsExactly(0L, 10L, 11L, 12L);
    assertThat(table.getFragments().get(0).metadata().getNumDeletions()).isEqualTo(2);
  }

  @Test
  void rowsOfManyFragmentsAreDeletedAndReplacedInOneCommit() {
    Dataset table = twoFragments();
    List<FragmentMetadata> updated =
        List.of(
            table.getFragments().get(0).deleteRows(List.of(0, 2)),
            table.getFragments().get(1).deleteRows(List.of(1)));

    Dataset after =
        lab.commit(
            table, updating(List.of(), updated, lab.stage(table.uri(), List.of(row(0, "new")))));

    assertThat(after.version()).isEqualTo(table.version() + 1);
    assertThat(lab.read(after))
        .containsExactly(row(1, "a1"), row(10, "b10"), row(12, "b12"), row(0, "new"));
    assertThat(after.countRows()).isEqualTo(4);
  }

  @Test
  void deletingTheLastRowsOfAFragmentGivesNoMetadataAndTheFragmentIsRemovedInstead() {
    Dataset table = delete(twoFragments(), 0, 1);

    FragmentMetadata nothingLeft = table.getFragments().get(0).deleteRows(List.of(0, 2));
    Dataset after = lab.commit(table, updating(List.of(0L), List.of(), List.of()));

    assertThat(nothingLeft).isNull();
    assertThat(after.getFragments()).extracting(Fragment::getId).containsExactly(1);
    assertThat(lab.read(after)).isEqualTo(rows(10, 3, "b"));
  }

  @Test
  void deletingADeletedRowAgainChangesNothing() {
    Dataset table = delete(twoFragments(), 0, 1);

    Dataset again = delete(table, 0, 1);

    assertThat(lab.read(again)).isEqualTo(lab.read(table));
    assertThat(again.countRows()).isEqualTo(5);
  }

  @Test
  void anOffsetBeyondTheFragmentIsAcceptedAndMakesItUnreadable() {
    Dataset table = delete(twoFragments(), 0, 9);

    assertThat(table.countRows()).as("the phantom is counted as deleted").isEqualTo(5);
    assertThatThrownBy(() -> lab.read(table)).isInstanceOf(LanceLab.ScanFailed.class);
  }

  @Test
  void aNewFragmentGetsRowIdsThatNoRowEverHad() {
    Dataset table = twoFragments();
    List<Long> used = lab.located(table).stream().map(Located::rowId).toList();
    Dataset shrunk = lab.commit(table, updating(List.of(0L, 1L), List.of(), List.of()));

    lab.append(shrunk, rows(0, 6, "again"));

    assertThat(lab.located(lab.openHead(table.uri())))
        .hasSize(6)
        .extracting(Located::rowId)
        .doesNotContainAnyElementsOf(used)
        .doesNotHaveDuplicates();
  }

  @Test
  void aRewrittenRowIsANewRowUnlessItsRowIdIsHandedOn() {
    Dataset table = twoFragments();
    FragmentMetadata deleted = table.getFragments().get(0).deleteRows(List.of(1, 2));
    FragmentMetadata renewed = lab.stage(table.uri(), List.of(row(1, "renewed"))).get(0);
    FragmentMetadata kept =
        withRowIds(lab.stage(table.uri(), List.of(row(2, "kept"))).get(0), new long[] {2});

    lab.commit(table, updating(List.of(), List.of(deleted), List.of(renewed, kept)));

    List<Located> after = lab.located(lab.openHead(table.uri()));
    assertThat(rowId(after, 0)).isEqualTo(0);
    assertThat(rowId(after, 1)).isGreaterThan(5);
    assertThat(rowId(after, 2)).isEqualTo(2);
    assertThat(after).extracting(Located::rowId).doesNotHaveDuplicates();
  }

  @Test
  void aHandleThatSharesASessionReadsTheRowIdsOfTheTableBeforeItsOverwrite() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    List<Long> before = lab.located(table).stream().map(Located::rowId).toList();

    Dataset derived = lab.commit(table, lab.overwriting(table, rows(10, 3, "b")));

    assertThat(lab.located(derived)).extracting(Located::rowId).isEqualTo(before);
    assertThat(lab.located(lab.openHead(table.uri())))
        .as("a session of its own is right")
        .extracting(Located::rowId)
        .doesNotContainAnyElementsOf(before);
    assertThat(lab.read(derived)).as("keys and values are right").isEqualTo(rows(10, 3, "b"));
  }

  private Dataset twoFragments() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    return lab.append(table, rows(10, 3, "b"));
  }

  private Dataset delete(Dataset table, int fragment, Integer... offsets) {
    FragmentMetadata deleted = table.getFragments().get(fragment).deleteRows(List.of(offsets));
    return lab.commit(table, updating(List.of(), List.of(deleted), List.of()));
  }

  private static long rowId(List<Located> rows, long id) {
    return rows.stream().filter(l -> l.row().id() == id).findFirst().orElseThrow().rowId();
  }

  static FragmentMetadata withRowIds(FragmentMetadata staged, long[] rowIds) {
    return new FragmentMetadata(
        staged.getId(),
        staged.getFiles(),
        staged.getPhysicalRows(),
        staged.getDeletionFile(),
        RowIdMeta.fromRowIds(rowIds),
        staged.getCreatedAtVersionMeta(),
        staged.getLastUpdatedAtVersionMeta());
  }

  private static org.assertj.core.groups.Tuple pair(int fragment, int offset) {
    return org.assertj.core.groups.Tuple.tuple(fragment, offset);
  }
}
