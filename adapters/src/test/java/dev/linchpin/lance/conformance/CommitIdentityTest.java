package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.transaction;
import static dev.linchpin.lance.conformance.LanceLab.updating;
import static dev.linchpin.lance.conformance.Row.row;
import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.operation.Append;
import org.lance.operation.Operation;

/** How a commit is recognized later, and what its version number does and does not prove. */
class CommitIdentityTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  private final String uuid = UUID.randomUUID().toString();

  @Test
  void stagedFilesAndDeletionFilesDoNotMoveHead() {
    Dataset base = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));

    lab.stage(base.uri(), rows(3, 3, "b"));
    base.getFragments().get(0).deleteRows(List.of(0));

    assertThat(base.latestVersion()).isEqualTo(base.version());
    assertThat(lab.read(lab.openHead(base.uri()))).isEqualTo(rows(0, 3, "a"));
  }

  @Test
  void anUndisturbedCommitLandsOneAboveItsReadVersionAndTheHandleSaysSo() {
    Dataset base = lab.create(lab.uri("t.lance"));

    Dataset achieved = commitAs(uuid, base, lab.appending(base, rows(0, 1, "a")));

    assertThat(achieved.version()).isEqualTo(base.version() + 1).isEqualTo(base.latestVersion());
    assertThat(base.version()).as("the old handle stays where it was").isEqualTo(1);
  }

  @Test
  void aCommitIsFoundByUuidAndPropertiesAfterAnyNumberOfLaterCommits() {
    Dataset base = lab.create(lab.uri("t.lance"));
    Dataset head = commitAs(uuid, base, lab.appending(base, rows(0, 1, "a")));
    for (int i = 1; i < 6; i++) {
      head =
          i % 2 == 0
              ? lab.append(head, rows(i, 1, "a"))
              : lab.commit(head, lab.overwriting(head, rows(i, 1, "o")));
    }

    Transaction found = lab.checkout(lab.openHead(base.uri()), 2).readTransaction().orElseThrow();

    assertThat(found.uuid()).isEqualTo(uuid);
    assertThat(found.operation()).isInstanceOf(Append.class);
    assertThat(found.transactionProperties()).contains(Map.of("operation", "op-of-" + uuid));
  }

  @Test
  void everyVersionSinceCreationNamesItsTransaction() {
    Dataset head = lab.create(lab.uri("t.lance"));
    head = lab.append(head, rows(0, 2, "a"));
    head = lab.commit(head, lab.overwriting(head, rows(5, 2, "b")));

    for (long version = 1; version <= head.version(); version++) {
      Transaction made = lab.checkout(head, version).readTransaction().orElseThrow();
      assertThat(made.uuid()).isNotBlank();
      assertThat(made.readVersion()).isEqualTo(version - 1);
    }
  }

  @Test
  void withoutRetriesAStaleAppendStillLandsOneVersionLater() {
    Dataset base = lab.create(lab.uri("t.lance"));
    Operation late = lab.appending(base, List.of(row(1, "late")));
    lab.append(base, List.of(row(2, "other")));

    Dataset achieved = commitAs(uuid, base, late);

    assertThat(achieved.version()).isEqualTo(base.version() + 2);
    assertThat(achieved.readTransaction().orElseThrow().readVersion()).isEqualTo(base.version());
    assertThat(lab.read(achieved)).containsExactly(row(2, "other"), row(1, "late"));
  }

  @Test
  void aStaleUpdateIsStoredAsIfItHadBeenReadAtTheVersionItWasRebasedOn() {
    Dataset base = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    FragmentMetadata deleted = base.getFragments().get(0).deleteRows(List.of(0));
    lab.append(base, List.of(row(7, "other")));

    Dataset achieved = commitAs(uuid, base, updating(List.of(), List.of(deleted), List.of()));

    Transaction stored = achieved.readTransaction().orElseThrow();
    assertThat(achieved.version()).isEqualTo(base.version() + 2);
    assertThat(stored.uuid()).isEqualTo(uuid);
    assertThat(stored.transactionProperties()).contains(Map.of("operation", "op-of-" + uuid));
    assertThat(stored.readVersion())
        .as("so the stored read version never proves the position of an Update")
        .isEqualTo(base.version() + 1);
  }

  @Test
  void theSameAppendExecutedAgainLandsAgainUnderTheSameUuid() {
    Dataset base = lab.create(lab.uri("t.lance"));
    List<FragmentMetadata> staged = lab.stage(base.uri(), List.of(row(1, "twice")));

    commitAs(uuid, base, Append.builder().fragments(staged).build());
    Dataset again = commitAs(uuid, base, Append.builder().fragments(staged).build());

    assertThat(again.version()).isEqualTo(base.version() + 2);
    assertThat(again.readTransaction().orElseThrow().uuid()).isEqualTo(uuid);
    assertThat(lab.read(again)).containsExactly(row(1, "twice"), row(1, "twice"));
  }

  @Test
  void anUpdateThatOnlyAddsRowsExecutedAgainLandsAgain() {
    Dataset base = lab.create(lab.uri("t.lance"));
    List<FragmentMetadata> staged = lab.stage(base.uri(), List.of(row(1, "twice")));

    commitAs(uuid, base, updating(List.of(), List.of(), staged));
    Dataset again = commitAs(uuid, base, updating(List.of(), List.of(), staged));

    assertThat(again.version()).isEqualTo(base.version() + 2);
    assertThat(lab.read(again)).containsExactly(row(1, "twice"), row(1, "twice"));
  }

  @Test
  void anUpdateThatDeletesRowsExecutedAgainIsRefused() {
    Dataset base = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    FragmentMetadata deleted = base.getFragments().get(0).deleteRows(List.of(0));
    Dataset once = commitAs(uuid, base, updating(List.of(), List.of(deleted), List.of()));

    assertThatThrownBy(() -> commitAs(uuid, base, updating(List.of(), List.of(deleted), List.of())))
        .hasMessageStartingWith("Retryable commit conflict for version 3");
    assertThat(once.latestVersion()).isEqualTo(once.version());
  }

  @Test
  void theSameOverwriteExecutedAgainIsRefused() {
    Dataset base = lab.create(lab.uri("t.lance"));
    List<FragmentMetadata> staged = lab.stage(base.uri(), List.of(row(1, "once")));
    commitAs(uuid, base, LanceLab.overwriting(staged));

    assertThatThrownBy(() -> commitAs(uuid, base, LanceLab.overwriting(staged)))
        .hasMessageStartingWith("Retryable commit conflict for version 2");
    assertThat(base.latestVersion()).isEqualTo(2);
  }

  private Dataset commitAs(String uuid, Dataset base, Operation operation) {
    return lab.commit(base, transaction(base.version(), uuid, operation), 0);
  }
}
