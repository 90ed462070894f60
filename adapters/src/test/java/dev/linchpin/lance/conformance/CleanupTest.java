package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.cleanup.CleanupPolicy;
import org.lance.operation.Append;

/** What Lance's own cleanup takes, and what it knows nothing about. */
class CleanupTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void commitsDoNotCleanUpByThemselves() {
    Dataset head = lab.create(lab.uri("t.lance"));
    for (int i = 0; i < 45; i++) {
      head = lab.commit(head, lab.overwriting(head, rows(i, 1, "a")));
    }

    assertThat(lab.read(lab.openAt(head.uri(), 2))).isEqualTo(rows(0, 1, "a"));
    assertThat(lab.openAt(head.uri(), 1).readTransaction()).isPresent();
  }

  @Test
  void aVersionThatNothingInLancePointsToIsTaken() {
    Dataset first = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "pointed to"));
    Dataset head = lab.commit(first, lab.overwriting(first, rows(1, 1, "b")));

    head.cleanupWithPolicy(CleanupPolicy.builder().withBeforeVersion(head.version()).build());

    assertThatThrownBy(() -> lab.openAt(head.uri(), first.version()))
        .hasMessageContaining(" was not found: ");
    assertThat(lab.read(lab.openHead(head.uri()))).isEqualTo(rows(1, 1, "b"));
  }

  @Test
  void aTaggedVersionIsSpared() {
    Dataset first = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "tagged"));
    first.tags().create("keep", first.version());
    Dataset head = lab.commit(first, lab.overwriting(first, rows(1, 1, "b")));

    head.cleanupWithPolicy(
        CleanupPolicy.builder()
            .withBeforeVersion(head.version())
            .withErrorIfTaggedOldVersions(false)
            .build());

    assertThat(lab.read(lab.openAt(head.uri(), first.version()))).isEqualTo(rows(0, 1, "tagged"));
  }

  @Test
  void stagedFilesOfAWriteInFlightSurviveTheDefaultPolicy() {
    List<FragmentMetadata> staged = stageAndLetAnotherCommitPass();
    Dataset head = lab.openHead(lab.uri("t.lance"));

    head.cleanupWithPolicy(CleanupPolicy.builder().withBeforeVersion(head.version()).build());

    Dataset after = lab.commit(head, Append.builder().fragments(staged).build());
    assertThat(lab.read(after)).hasSize(3);
  }

  @Test
  void stagedFilesOfAWriteInFlightAreTakenIfUnverifiedFilesAreDeleted() {
    List<FragmentMetadata> staged = stageAndLetAnotherCommitPass();
    Dataset head = lab.openHead(lab.uri("t.lance"));

    head.cleanupWithPolicy(
        CleanupPolicy.builder()
            .withBeforeVersion(head.version())
            .withDeleteUnverified(true)
            .build());

    Dataset broken = lab.commit(head, Append.builder().fragments(staged).build());
    assertThatThrownBy(() -> lab.read(broken)).isInstanceOf(LanceLab.ScanFailed.class);
  }

  /** Files staged after the newest commit are spared in any case; these are older. */
  private List<FragmentMetadata> stageAndLetAnotherCommitPass() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    List<FragmentMetadata> staged = lab.stage(table.uri(), rows(1, 1, "in flight"));
    lab.append(table, rows(2, 1, "passing"));
    return staged;
  }
}
