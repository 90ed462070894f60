package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects appear, change and vanish whole. */
class LocalBlobsTest {
  @TempDir Path directory;
  private Path folder;
  private LocalBlobs blobs;

  @BeforeEach
  void openFolder() {
    folder = directory.resolve("folder");
    blobs = new LocalBlobs(folder);
  }

  private static byte[] filled(int content) {
    byte[] bytes = new byte[64 * 1024];
    Arrays.fill(bytes, (byte) content);
    return bytes;
  }

  @Test
  void readsOfAnAbsentFolderFindNothingAndMakeNothing() {
    assertThat(blobs.list()).isEmpty();
    assertThat(blobs.get("a")).isEmpty();
    blobs.delete("a");
    assertThat(folder).doesNotExist();
  }

  @Test
  void objectsAreReplacedListedInOrderAndDeleted() {
    blobs.put("b", new byte[] {1});
    blobs.put("a", new byte[0]);
    blobs.put("b", new byte[] {2, 3});
    assertThat(blobs.list()).containsExactly("a", "b");
    assertThat(blobs.get("a")).hasValue(new byte[0]);
    assertThat(blobs.get("b")).hasValue(new byte[] {2, 3});
    blobs.delete("b");
    blobs.delete("b");
    assertThat(blobs.list()).containsExactly("a");
    assertThat(blobs.get("b")).isEmpty();
  }

  @Test
  void readersSeeOneOfTheContentsThatWerePutAndNeverAMixture() throws Exception {
    blobs.put("object", filled(0));
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        readers.add(
            threads.submit(
                () -> {
                  int reads = 0;
                  while (!over.get() || reads == 0) {
                    byte[] seen = blobs.get("object").orElseThrow();
                    assertThat(seen).isEqualTo(filled(seen[0]));
                    assertThat(blobs.list()).containsExactly("object");
                    reads++;
                  }
                  return reads;
                }));
      }
      for (int content = 1; content <= 300; content++) {
        blobs.put("object", filled(content));
      }
      over.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
  }

  @Test
  void ofManyWhoCreateAnObjectExactlyOneSucceedsAndItsBytesStay() throws Exception {
    int rivals = 4;
    ExecutorService threads = Executors.newFixedThreadPool(rivals);
    try {
      CyclicBarrier start = new CyclicBarrier(rivals);
      for (int round = 0; round < 50; round++) {
        String name = "object-" + round;
        List<Future<Boolean>> attempts = new ArrayList<>();
        for (int rival = 0; rival < rivals; rival++) {
          byte[] bytes = filled(rival);
          attempts.add(
              threads.submit(
                  () -> {
                    start.await();
                    return blobs.putIfAbsent(name, bytes);
                  }));
        }
        int winner = -1;
        for (int rival = 0; rival < rivals; rival++) {
          if (attempts.get(rival).get()) {
            assertThat(winner).as("an earlier winner of %s", name).isEqualTo(-1);
            winner = rival;
          }
        }
        assertThat(winner).isNotNegative();
        assertThat(blobs.get(name)).hasValue(filled(winner));
        assertThat(blobs.putIfAbsent(name, new byte[0])).isFalse();
      }
      assertThat(StorageLab.tree(folder)).as("no temporary file is left").hasSize(51);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void temporaryFilesOfAKilledWriterAreNoObjects() throws Exception {
    blobs.put("a", new byte[] {1});
    Files.write(folder.resolve(".tmp-of-a-killed-writer"), new byte[] {7});
    assertThat(blobs.list()).containsExactly("a");
  }

  private static void fails(ThrowingCallable call, DataState state, Path where) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StorageException.class, error -> assertThat(error.dataState()).isEqualTo(state))
        .hasMessageContaining(where.toString());
  }

  @Test
  void aFolderThatIsAFileIsAnErrorAndNeverTakenForAnObjectThatExists() throws Exception {
    Files.write(folder, new byte[0]);
    Path object = folder.resolve("a");
    fails(() -> blobs.put("a", new byte[0]), DataState.UNCHANGED, object);
    fails(() -> blobs.putIfAbsent("a", new byte[0]), DataState.UNCHANGED, object);
    fails(() -> blobs.get("a"), DataState.UNCHANGED, object);
    fails(blobs::list, DataState.UNCHANGED, folder);
    fails(() -> blobs.delete("a"), DataState.UNKNOWN, object);
  }

  @Test
  void anObjectThatCannotBeReplacedIsNamedAndNothingIsLeftBehind() throws Exception {
    Files.createDirectories(folder.resolve("a").resolve("inside"));
    fails(() -> blobs.put("a", new byte[0]), DataState.UNKNOWN, folder.resolve("a"));
    assertThat(blobs.putIfAbsent("a", new byte[0])).isFalse();
    assertThat(StorageLab.tree(folder)).containsOnlyKeys("", "a", "a/inside");
  }
}
