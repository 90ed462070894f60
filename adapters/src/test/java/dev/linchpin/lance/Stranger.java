package dev.linchpin.lance;

import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.protocol.TableHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.ipc.LanceScanner;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;

/** Somebody with Lance and without Linchpin, who moves a table and says nothing of himself. */
final class Stranger {
  private Stranger() {}

  /** How he moves it. */
  enum Move {
    /** The rows at HEAD, once more. */
    APPEND,
    /** No rows at all. */
    OVERWRITE
  }

  /** A table's row in the manifest. */
  static TableHead head(Path root, String type) {
    try (BufferAllocator allocator = new RootAllocator()) {
      return new LanceManifestAuthority(GraphLayout.of(root), allocator)
          .read().heads().values().stream()
              .filter(head -> head.name().equals(type))
              .findFirst()
              .orElseThrow();
    }
  }

  /** A table's newest physical version. */
  static long newest(Path root, String type) {
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset = open(root, type, allocator)) {
      return dataset.version();
    }
  }

  private static Dataset open(Path root, String type, BufferAllocator allocator) {
    String uri = root.resolve(head(root, type).path()).toString();
    return Dataset.open().allocator(allocator).uri(uri).build();
  }

  /** Moves a table that has rows; returns the version that he made. */
  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  static long move(Path root, String type, Move move) {
    try (BufferAllocator allocator = new RootAllocator();
        Dataset newest = open(root, type, allocator)) {
      Operation operation =
          switch (move) {
            case APPEND -> Append.builder().fragments(copy(newest, allocator)).build();
            case OVERWRITE ->
                Overwrite.builder().fragments(List.of()).schema(newest.getSchema()).build();
          };
      try (Transaction transaction =
              new Transaction.Builder().readVersion(newest.version()).operation(operation).build();
          Dataset committed = new CommitBuilder(newest).execute(transaction)) {
        if (committed.version() != newest.version() + 1) {
          throw new IllegalStateException("the foreign commit landed elsewhere");
        }
        return committed.version();
      }
    }
  }

  /** Moves a table many times, cheaply: each time there are no rows. */
  static void moveManyTimes(Path root, String type, long times) {
    for (long i = 0; i < times; i++) {
      move(root, type, Move.OVERWRITE);
    }
  }

  /** One version's manifest is lost, whoever lost it. */
  static void loseVersion(Path root, String type, long version) throws IOException {
    Path versions = root.resolve(head(root, type).path()).resolve("_versions");
    String plain = version + ".manifest";
    String inverted = Long.toUnsignedString(-1L - version) + ".manifest";
    try (Stream<Path> files = Files.list(versions)) {
      List<Path> found =
          files
              .filter(file -> Set.of(plain, inverted).contains(file.getFileName().toString()))
              .toList();
      if (found.size() != 1) {
        throw new IllegalStateException("no single manifest of version " + version);
      }
      Files.delete(found.get(0));
    }
  }

  @SuppressWarnings("try")
  private static List<FragmentMetadata> copy(Dataset dataset, BufferAllocator allocator) {
    try (LanceScanner scanner = dataset.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      if (!reader.loadNextBatch()) {
        throw new IllegalStateException("no rows to copy");
      }
      return Fragment.write()
          .datasetUri(dataset.uri())
          .allocator(allocator)
          .data(reader.getVectorSchemaRoot())
          .execute();
    } catch (Exception e) {
      throw new IllegalStateException("cannot copy rows", e);
    }
  }
}
