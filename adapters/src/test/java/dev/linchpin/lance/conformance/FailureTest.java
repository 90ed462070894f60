package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.Dataset;
import org.lance.operation.Operation;

/** How failures look from Java, and that they leave HEAD alone. */
class FailureTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void anAbsentTableIsAnArgumentError() {
    assertThatThrownBy(() -> lab.openHead(lab.uri("absent.lance")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Dataset at path ")
        .hasMessageContaining(" was not found: Not found: ");
  }

  @Test
  void anAbsentVersionIsAnArgumentError() {
    Dataset table = lab.create(lab.uri("t.lance"));

    assertThatThrownBy(() -> lab.openAt(table.uri(), 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" was not found: Not found: ");
    assertThatThrownBy(() -> lab.checkout(table, 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" was not found: Not found: ");
    assertThatThrownBy(() -> lab.checkout(table, 0))
        .hasMessage("version number must be greater than 0");
  }

  @Test
  void aClosedHandleSaysThatItIsClosed() {
    Dataset table = lab.create(lab.uri("t.lance"));
    table.close();

    assertThatThrownBy(table::version)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Dataset is closed");
  }

  /**
   * A plain file where a directory belongs stands for every storage error: nothing can be put
   * there.
   */
  @ParameterizedTest
  @ValueSource(strings = {"_versions", "_transactions"})
  void aStorageErrorDuringACommitIsACheckedExceptionThatNoSignatureDeclares(String part)
      throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    Operation overwrite = lab.overwriting(table, rows(5, 1, "b"));
    Path directory = Path.of(table.uri(), part);
    Path aside = Path.of(table.uri(), "aside");
    Files.move(directory, aside);
    Files.writeString(directory, "in the way");

    assertThatThrownBy(() -> lab.commit(table, overwrite))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("LanceError(IO): ");

    Files.delete(directory);
    Files.move(aside, directory);
    assertThat(lab.openHead(table.uri()).version()).isEqualTo(table.version());
    assertThat(lab.read(lab.openHead(table.uri()))).isEqualTo(rows(0, 1, "a"));
  }

  @Test
  void aStorageErrorDuringStagingIsACheckedExceptionThatNoSignatureDeclares() throws Exception {
    Dataset table = lab.create(lab.uri("t.lance"));
    Files.writeString(Path.of(table.uri(), "data"), "in the way");

    assertThatThrownBy(() -> lab.stage(table.uri(), rows(0, 1, "a")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("LanceError(IO): ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage"})
  void aDestroyedNewestManifestFailsTheOpenAndSparesOlderVersions(String content) throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    table = lab.append(table, rows(1, 1, "a"));
    Files.writeString(manifest(table), content);

    String uri = table.uri();
    assertThatThrownBy(() -> lab.openHead(uri))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("LanceError(IO): ");
    assertThat(lab.read(lab.openAt(uri, 2))).isEqualTo(rows(0, 1, "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"version\":1}", "{\"version\":99}", "garbage", ""})
  void theLatestVersionHintIsOnlyAHint(String hint) throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    Files.writeString(Path.of(table.uri(), "_versions", "latest_version_hint.json"), hint);

    assertThat(lab.openHead(table.uri()).version()).isEqualTo(2);
    assertThat(table.latestVersion()).isEqualTo(2);
    assertThat(lab.append(lab.openHead(table.uri()), rows(1, 1, "a")).version()).isEqualTo(3);
  }

  @Test
  void transactionsAreReadFromTheManifestNotFromTheirFiles() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    String uuid = table.readTransaction().orElseThrow().uuid();
    LanceLab.deleteTree(Path.of(table.uri(), "_transactions"));

    assertThat(lab.openHead(table.uri()).readTransaction().orElseThrow().uuid()).isEqualTo(uuid);
  }

  @Test
  void openingAndReadingChangesNoFile() throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 3, "a"));
    Map<Path, FileTime> before = files(Path.of(table.uri()));

    Dataset read = lab.openHead(table.uri());
    lab.located(read);
    read.countRows("id > 1");
    lab.checkout(read, 1).readTransaction();
    read.latestVersion();

    assertThat(files(Path.of(table.uri()))).isEqualTo(before);
  }

  private static Map<Path, FileTime> files(Path root) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  /** Manifests are named so that a listing gives the newest first. */
  private static Path manifest(Dataset dataset) {
    String name = Long.toUnsignedString(-1L - dataset.version());
    return Path.of(dataset.uri(), "_versions", name + ".manifest");
  }
}
