package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.AlreadyExistsException;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.NotAGraphException;
import dev.linchpin.error.RecoveryRequiredException;
import dev.linchpin.error.StorageException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.observe.RecoveryReport.Resolution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.Transaction;
import org.lance.operation.Overwrite;

/** What a store that is not as it should be leads to: a typed error, and nothing changed. */
class DamagedStoreTest {
  @TempDir Path directory;

  private Path root;

  @BeforeEach
  void aGraphWithOnePerson() {
    root = directory.resolve("graph");
    try (Graph graph = Graph.create(root, GraphModel.SCHEMA, GraphOptions.DEFAULT)) {
      graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "ann")));
    }
  }

  @Test
  void aDirectoryThatIsNoGraphIsSaidToBeNone() {
    assertThatThrownBy(() -> Graph.open(directory.resolve("absent"), GraphOptions.DEFAULT))
        .isInstanceOf(NotAGraphException.class);
    assertThatThrownBy(() -> Graph.openReadOnly(directory, GraphOptions.DEFAULT))
        .isInstanceOf(NotAGraphException.class);
    assertThat(directory.resolve("absent")).doesNotExist();
  }

  @Test
  void creatingOverAGraphIsRefusedAndChangesNothing() throws IOException {
    List<String> before = listing(root);
    assertThatThrownBy(() -> Graph.create(root, GraphModel.SCHEMA, GraphOptions.DEFAULT))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(listing(root)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "",
        "{\"format\":\"linchpin-recovery-intent\",\"formatVersion\":1,\"operation\":\"x\"",
        "{\"format\":\"linchpin-recovery-intent\",\"formatVersion\":2}"
      })
  void aSidecarThatCannotBeReadIsNamedRefusesEveryWriteAndIsLeftAsItIs(String content)
      throws IOException {
    Path sidecar = root.resolve("__recovery").resolve("mystery.json");
    Files.createDirectories(sidecar.getParent());
    Files.writeString(sidecar, content);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT)) {
      assertThat(graph.openingReport().outcomes())
          .singleElement()
          .satisfies(
              outcome -> {
                assertThat(outcome.name()).isEqualTo("mystery.json");
                assertThat(outcome.resolution()).isEqualTo(Resolution.UNREADABLE);
              });
      assertThat(graph.recover().clean()).isFalse();
      assertThatThrownBy(
              () -> graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "bob"))))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("mystery.json");
      try (Snapshot snapshot = graph.snapshot()) {
        assertThat(snapshot.count("Person")).isEqualTo(1);
      }
    }
    assertThat(sidecar).hasContent(content);
  }

  @Test
  void aManifestOfANewerFormatIsRefusedAndLeftAsItIs() throws Exception {
    appendManifestVersion("{\"formatVersion\":2}");
    List<String> before = listing(root);
    assertThatThrownBy(() -> Graph.open(root, GraphOptions.DEFAULT))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("format version 2");
    assertThatThrownBy(() -> Graph.openReadOnly(root, GraphOptions.DEFAULT))
        .isInstanceOf(UnsupportedFormatException.class);
    assertThat(listing(root)).isEqualTo(before);
  }

  private void appendManifestVersion(String format) throws Exception {
    String uri = root.resolve("__manifest.lance").toString();
    try (RootAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(uri).build();
        VectorSchemaRoot rows = VectorSchemaRoot.create(dataset.getSchema(), allocator)) {
      String[] row = {"format", "linchpin-manifest", format};
      String[] columns = {"kind", "key", "document"};
      for (int i = 0; i < columns.length; i++) {
        ((VarCharVector) rows.getVector(columns[i]))
            .setSafe(0, row[i].getBytes(StandardCharsets.UTF_8));
      }
      rows.setRowCount(1);
      try (Transaction transaction =
              new Transaction.Builder()
                  .readVersion(dataset.version())
                  .uuid(UUID.randomUUID().toString())
                  .operation(
                      Overwrite.builder()
                          .fragments(
                              Fragment.write()
                                  .datasetUri(uri)
                                  .allocator(allocator)
                                  .data(rows)
                                  .execute())
                          .schema(dataset.getSchema())
                          .build())
                  .build();
          Dataset committed = new CommitBuilder(dataset).maxRetries(0).execute(transaction)) {
        assertThat(committed.version()).isEqualTo(dataset.version() + 1);
      }
    }
  }

  @Test
  void aGraphOpenForReadingWritesNothingEvenBesideAnUnresolvedIntent() throws IOException {
    leaveAnArmedIntent();
    List<String> before = listing(root);
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT)) {
      try (Snapshot snapshot = graph.snapshot()) {
        assertThat(snapshot.get("Person", "ann")).isPresent();
        assertThat(snapshot.count("Person")).isEqualTo(1);
      }
      try (Stream<?> log = graph.log()) {
        assertThat(log).hasSize(1);
      }
      assertThatThrownBy(
              () -> graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "bob"))))
          .isInstanceOf(RecoveryRequiredException.class);
      assertThatThrownBy(graph::recover).isInstanceOf(RecoveryRequiredException.class);
    }
    assertThat(listing(root)).isEqualTo(before);
  }

  private void leaveAnArmedIntent() {
    Fuse fuse = new Fuse();
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT, fuse)) {
      fuse.blowAt(1, true);
      assertThatThrownBy(
              () -> graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "eve"))))
          .isInstanceOf(Fuse.Blown.class);
    }
  }

  @Test
  void aReadOnlyFileSystemCanBeReadAndSaysWhyItCannotBeWritten() throws Exception {
    try (Mount mount = Mount.tmpfs(directory.resolve("mount"), "size=64m")) {
      // Copied there, since this process keeps a lock file open wherever it has opened a graph for
      // writing.
      Path mounted = mount.path().resolve("graph");
      copy(root, mounted);
      mount.makeReadOnly();
      try (Graph graph = Graph.openReadOnly(mounted, GraphOptions.DEFAULT);
          Snapshot snapshot = graph.snapshot()) {
        assertThat(snapshot.count("Person")).isEqualTo(1);
      }
      try {
        Graph.open(mounted, GraphOptions.DEFAULT)
            .mutate(mutation -> mutation.insert("Person", Row.of("name", "bob")));
        throw new AssertionError("a read-only file system was written");
      } catch (LinchpinException refused) {
        assertThat(refused).isInstanceOf(StorageException.class);
        assertThat(refused.dataState()).isNotEqualTo(DataState.UNKNOWN);
      }
    }
  }

  @Test
  void aFullDiskFailsTheWriteAndTheGraphGoesOnWhenThereIsRoomAgain() throws Exception {
    try (Mount mount = Mount.tmpfs(directory.resolve("mount"), "size=8m")) {
      Path mounted = mount.path().resolve("graph");
      try (Graph graph = Graph.create(mounted, GraphModel.SCHEMA, GraphOptions.DEFAULT)) {
        graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "ann")));
        Path ballast = mount.path().resolve("ballast");
        for (int spared = 0; spared <= 48; spared += 4) {
          int kilobytes = spared;
          fill(ballast, kilobytes);
          String name = "p" + spared;
          boolean written = false;
          try {
            graph.mutate(mutation -> mutation.insert("Person", Row.of("name", name)));
            written = true;
          } catch (LinchpinException full) {
            assertThat(full)
                .as("with %s kB left", kilobytes)
                .isInstanceOfAny(
                    StorageException.class, dev.linchpin.error.OutcomeUnknownException.class);
          }
          Files.delete(ballast);
          boolean visible;
          graph.recover();
          try (Snapshot snapshot = graph.snapshot()) {
            visible = snapshot.get("Person", name).isPresent();
          }
          assertThat(visible || !written).as("acknowledged means visible").isTrue();
          assertThat(mounted.resolve("__recovery")).isEmptyDirectory();
        }
        graph.mutate(mutation -> mutation.insert("Person", Row.of("name", "after")));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** Fills the file system, less some kilobytes. */
  private static void fill(Path ballast, int sparedKilobytes) throws IOException {
    long usable = Files.getFileStore(ballast.getParent()).getUsableSpace();
    long bytes = Math.max(0, usable - sparedKilobytes * 1024L);
    Files.write(ballast, new byte[Math.toIntExact(bytes)]);
  }

  private static List<String> listing(Path root) throws IOException {
    List<String> listing = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        listing.add(
            root.relativize(file) + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return listing;
  }

  /** A small file system of its own; needs the right to mount, which CI has. */
  private record Mount(Path path) implements AutoCloseable {
    static Mount tmpfs(Path path, String options) throws IOException {
      Files.createDirectories(path);
      org.junit.jupiter.api.Assumptions.assumeTrue(
          run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString()) == 0,
          "this user may not mount a file system, so that a full or read-only one cannot be tried");
      return new Mount(path);
    }

    void makeReadOnly() throws IOException {
      assertThat(run("mount", "-o", "remount,ro", path.toString())).isZero();
    }

    @Override
    public void close() throws IOException {
      assertThat(run("umount", "-l", path.toString())).isZero();
    }

    private static int run(String... command) throws IOException {
      Process process;
      try {
        process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
      } catch (IOException noSuchCommand) {
        return -1;
      }
      try {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      return process.exitValue();
    }
  }
}
