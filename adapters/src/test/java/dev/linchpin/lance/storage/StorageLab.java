package dev.linchpin.lance.storage;

import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.IdSource;
import dev.linchpin.trace.Trace;
import dev.linchpin.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ipc.LanceScanner;

/**
 * A directory with a graph of two tables of one column. Closing it fails if Arrow memory was
 * leaked, and deletes the directory.
 */
final class StorageLab implements BeforeEachCallback, AfterEachCallback {
  static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("id", new ArrowType.Int(64, true))));
  static final List<GraphCreation.TableSpec> TABLES =
      List.of(
          new GraphCreation.TableSpec("Person", SCHEMA),
          new GraphCreation.TableSpec("Knows", SCHEMA));

  private BufferAllocator allocator;
  private Path directory;

  @Override
  public void beforeEach(ExtensionContext context) {
    allocator = new RootAllocator();
    try {
      directory = Files.createTempDirectory("linchpin-storage-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    deleteTree(directory);
    allocator.close();
  }

  BufferAllocator allocator() {
    return allocator;
  }

  Path directory() {
    return directory;
  }

  GraphLayout layout() {
    return GraphLayout.of(directory.resolve("graph"));
  }

  GraphCreation creation(IdSource ids) {
    return new GraphCreation(layout(), allocator, ids, new Trace("lab", TraceSink.NONE));
  }

  /** Creates the graph and opens its manifest. */
  LanceManifestAuthority createGraph() {
    creation(IdSource.random()).create(TABLES, "schema-1", "{\"types\":[]}");
    return authority();
  }

  LanceManifestAuthority authority() {
    return new LanceManifestAuthority(layout(), allocator);
  }

  static TableHead table(ManifestState state, String name) {
    return state.heads().values().stream()
        .filter(head -> head.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The next state with one graph commit; all ids derive from the operation's. */
  static ManifestState committing(ManifestState base, String operation) {
    TableHead table = base.heads().values().iterator().next();
    return ManifestEdits.publish(
        base,
        new OperationId(operation),
        WriterKind.MUTATION,
        new LineageIntent(
            new CommitId("commit-of-" + operation),
            new CommitId("rollback-of-" + operation),
            "tester",
            Optional.of("request of " + operation),
            Instant.parse("2026-01-02T03:04:05.678Z")),
        new ManifestDelta.Bound(Map.of(table.id(), table.version() + 1)));
  }

  /** Stages one fragment. */
  List<FragmentMetadata> stage(String uri, long... ids) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      BigIntVector vector = (BigIntVector) root.getVector("id");
      for (int i = 0; i < ids.length; i++) {
        vector.setSafe(i, ids[i]);
      }
      root.setRowCount(ids.length);
      return Fragment.write().datasetUri(uri).allocator(allocator).data(root).execute();
    }
  }

  /** The ids at HEAD, sorted. */
  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  List<Long> ids(String uri) throws Exception {
    List<Long> ids = new ArrayList<>();
    try (Dataset dataset = Dataset.open().allocator(allocator).uri(uri).build();
        LanceScanner scanner = dataset.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        BigIntVector vector = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
        for (int i = 0; i < vector.getValueCount(); i++) {
          ids.add(vector.get(i));
        }
      }
    }
    ids.sort(Comparator.naturalOrder());
    return ids;
  }

  /** Every file and directory with its size and time of change. */
  static Map<String, String> tree(Path root) {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        tree.put(
            root.relativize(file).toString(),
            Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tree;
  }

  static void deleteTree(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
