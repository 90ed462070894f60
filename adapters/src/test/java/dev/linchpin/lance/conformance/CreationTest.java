package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.overwriting;
import static dev.linchpin.lance.conformance.LanceLab.transaction;
import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.FragmentMetadata;

/** First versions: what creation guarantees, and what has to be built on top of it. */
class CreationTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void anEmptyTableIsVersionOneWithATransactionAndNoFragment() {
    Dataset created = lab.create(lab.uri("t.lance"));

    assertThat(created.version()).isEqualTo(1);
    assertThat(created.hasStableRowIds()).isTrue();
    assertThat(created.getFragments()).isEmpty();
    assertThat(created.getSchema()).isEqualTo(LanceLab.SCHEMA);
    assertThat(created.readTransaction().orElseThrow().readVersion()).isZero();
    assertThat(lab.read(lab.openHead(created.uri()))).isEmpty();
  }

  @Test
  void creatingWhereATableIsIsRefused() {
    Dataset created = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));

    assertThatThrownBy(() -> lab.create(created.uri()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Dataset already exists: ");
    assertThat(created.latestVersion()).isEqualTo(2);
  }

  @Test
  void leftoversOfACreationThatDiedAreNoObstacle() {
    lab.stage(lab.uri("t.lance"), rows(0, 1, "leftover"));

    assertThatThrownBy(() -> lab.openHead(lab.uri("t.lance")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" was not found: ");
    assertThat(lab.read(lab.create(lab.uri("t.lance")))).isEmpty();
  }

  /**
   * A creation is a look followed by a commit of this kind. A creator that stalls between the two
   * overwrites whatever has grown there since; under contention that happens by itself.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void anOverwriteReadAtVersionZeroLandsOnTopOfAnything(int retries) {
    Dataset head = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    Dataset live = lab.commit(head, lab.overwriting(head, rows(1, 1, "acknowledged")));
    List<FragmentMetadata> late = lab.stage(live.uri(), rows(9, 1, "late"));

    CommitBuilder byUri = new CommitBuilder(live.uri(), lab.allocator()).maxRetries(retries);
    try (var create = transaction(0, UUID.randomUUID().toString(), overwriting(late));
        Dataset clobbered = byUri.execute(create)) {
      assertThat(clobbered.version()).isEqualTo(live.version() + 1);
      assertThat(lab.read(clobbered)).isEqualTo(rows(9, 1, "late"));
    }
  }

  @Test
  void aTableMovedIntoPlaceByRenameHasExactlyOneCreator() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 20; round++) {
        Path target = lab.directory().resolve("t" + round + ".lance");
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<String>> creators = new ArrayList<>();
        for (String name : List.of("a", "b")) {
          Path mine = lab.directory().resolve("." + name + round);
          lab.append(lab.create(mine.toString()), rows(1, 1, name));
          creators.add(threads.submit(() -> moveIntoPlace(start, mine, target, name)));
        }
        List<String> winners = new ArrayList<>();
        for (Future<String> creator : creators) {
          winners.add(creator.get());
        }
        winners.removeIf(String::isEmpty);
        assertThat(winners).hasSize(1);
        assertThat(lab.read(lab.openHead(target.toString())))
            .as("a moved table reads as before")
            .isEqualTo(rows(1, 1, winners.get(0)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void creationDoesNotMindForeignFilesInItsDirectory() throws Exception {
    Path directory = Files.createDirectory(lab.directory().resolve("t.lance"));
    Files.writeString(directory.resolve("mine.txt"), "not Lance's");

    assertThat(lab.create(directory.toString()).version()).isEqualTo(1);
  }

  private static String moveIntoPlace(CyclicBarrier start, Path mine, Path target, String name)
      throws Exception {
    start.await();
    try {
      Files.move(mine, target, StandardCopyOption.ATOMIC_MOVE);
      return name;
    } catch (FileSystemException e) {
      return "";
    }
  }
}
