package dev.linchpin.lance.storage;

import static dev.linchpin.lance.storage.StorageLab.committing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.StorageException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.SegmentRef;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** History is complete for ever, and neither the manifest nor a commit grows with it. */
class LineageTest {
  @RegisterExtension final StorageLab lab = new StorageLab();

  private ManifestState commit(LanceManifestAuthority authority, int from, int to) {
    ManifestState state = authority.read();
    for (int i = from; i <= to; i++) {
      assertThat(authority.compareAndSet(state, committing(state, "op-" + i)))
          .isEqualTo(CasOutcome.WON);
      state = authority.read();
      assertThat(state.window()).hasSizeLessThanOrEqualTo(LineageSegments.WINDOW);
      assertThat(state.segments()).hasSizeLessThan(2 * LineageSegments.FACTOR);
    }
    return state;
  }

  @Test
  void everyCommitIsFoundByEveryReaderAndTheLogIsInOrder() {
    LanceManifestAuthority writer = lab.createGraph();
    LanceManifestAuthority other = lab.authority();
    ManifestState halfway = commit(writer, 1, 75);
    assertThat(other.read()).isEqualTo(halfway);
    ManifestState state = commit(writer, 76, 150);
    assertThat(other.read()).as("a reader that has seen version 76").isEqualTo(state);
    assertThat(lab.authority().read()).as("a reader that has seen nothing").isEqualTo(state);
    complete(other, state, 150);
    complete(other, halfway, 75);
    complete(other, other.readAt(76).orElseThrow(), 75);
  }

  private static void complete(LanceManifestAuthority authority, ManifestState state, int commits) {
    List<String> log = new ArrayList<>();
    authority.history(state).forEach(entry -> log.add(entry.operation().value()));
    List<String> expected = new ArrayList<>();
    for (int i = commits; i >= 1; i--) {
      expected.add("op-" + i);
    }
    assertThat(log).isEqualTo(expected);
    for (int i = 1; i <= commits; i += Math.max(1, commits / 20)) {
      HistoryEntry entry =
          authority.findByOperation(state, new OperationId("op-" + i), i).orElseThrow();
      assertThat(entry.manifestVersion()).isEqualTo(1L + i);
      assertThat(authority.findByCommit(state, new CommitId("commit-of-op-" + i))).contains(entry);
      assertThat(authority.findByOperation(state, new OperationId("op-" + i + "-no"), 0)).isEmpty();
    }
  }

  /** Lineage alone, without the commits' cost: history far longer than a test could commit. */
  @Test
  void fourThousandCommitsAreCompleteAndTheManifestGrowsWithTheirLogarithm() {
    LanceManifestAuthority authority = lab.createGraph();
    LineageSegments segments = new LineageSegments(new LocalBlobs(lab.layout().lineage()));
    ManifestState state = authority.read();
    ManifestState halfway = state;
    for (int i = 1; i <= 4_000; i++) {
      state = segments.bounded(committing(state, "op-" + i));
      assertThat(state.window()).hasSizeLessThanOrEqualTo(LineageSegments.WINDOW);
      int classes = 1 + (int) (Math.log(i) / Math.log(LineageSegments.FACTOR));
      assertThat(state.segments()).hasSizeLessThan(LineageSegments.FACTOR * classes);
      halfway = i == 2_000 ? state : halfway;
    }
    complete(authority, state, 4_000);
    complete(authority, halfway, 2_000);
  }

  @Test
  void segmentsThatAnEntryCannotBeInAreNotEvenOpened() throws IOException {
    LanceManifestAuthority authority = lab.createGraph();
    ManifestState state = commit(authority, 1, 150);
    assertThat(state.segments()).hasSizeGreaterThan(1);
    SegmentRef oldest = state.segments().get(0);
    Files.delete(lab.layout().lineage().resolve(oldest.name()));
    assertThat(authority.findByOperation(state, new OperationId("absent"), oldest.lastVersion()))
        .isEmpty();
    assertThatThrownBy(() -> authority.findByOperation(state, new OperationId("absent"), 0))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(oldest.name());
  }

  @Test
  void aSegmentThatIsTooShortIsNeverTakenForTheWholeHistory() throws IOException {
    LanceManifestAuthority authority = lab.createGraph();
    ManifestState state = commit(authority, 1, 70);
    Path segment = lab.layout().lineage().resolve(state.segments().get(0).name());
    String text = Files.readString(segment);
    for (int length : List.of(0, text.indexOf('\n') + 1, text.length() - 1)) {
      Files.writeString(segment, text.substring(0, length));
      assertThatThrownBy(() -> authority.findByOperation(state, new OperationId("op-1"), 0))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining(segment.getFileName().toString());
    }
  }

  @Test
  void aLostRaceLeavesTheHistoryOfTheWinnerWhole() {
    LanceManifestAuthority authority = lab.createGraph();
    ManifestState base = commit(authority, 1, LineageSegments.WINDOW);
    assertThat(authority.compareAndSet(base, committing(base, "winner"))).isEqualTo(CasOutcome.WON);
    assertThat(authority.compareAndSet(base, committing(base, "loser"))).isEqualTo(CasOutcome.LOST);
    ManifestState state = authority.read();
    assertThat(state.segments()).hasSize(1);
    assertThat(authority.history(state).count()).isEqualTo(LineageSegments.WINDOW + 1L);
    assertThat(authority.findByOperation(state, new OperationId("loser"), 0)).isEmpty();
  }
}
