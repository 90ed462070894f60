package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.SpecAction;
import dev.linchpin.error.AlreadyExistsException;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.NotAGraphException;
import dev.linchpin.error.StorageException;
import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.IdSource;
import dev.linchpin.trace.Trace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;

/**
 * Creates a graph atomically: first its empty tables, under paths that nothing names; then, as the
 * one visibility point, the manifest's first version. Lance's own create is check-then-put and
 * would let a slow creator overwrite a live manifest, so that the manifest is made under a private
 * name and renamed into place; a rename onto a directory that is not empty fails.
 */
public final class GraphCreation {
  private static final String PRIVATE_MANIFEST = "__creating-";

  private final GraphLayout layout;
  private final BufferAllocator allocator;
  private final IdSource ids;
  private final Trace trace;

  /**
   * A creator.
   *
   * @param layout where
   * @param allocator Arrow memory, owned by the caller
   * @param ids where identities come from
   * @param trace the action trace
   */
  public GraphCreation(GraphLayout layout, BufferAllocator allocator, IdSource ids, Trace trace) {
    this.layout = layout;
    this.allocator = allocator;
    this.ids = ids;
    this.trace = trace;
  }

  /**
   * A table to create.
   *
   * @param name the type name
   * @param schema its columns
   */
  public record TableSpec(String name, Schema schema) {}

  /**
   * Whether there is a graph.
   *
   * @param layout where to look; nothing is created
   * @throws NotAGraphException if there is none
   */
  public static void requireGraph(GraphLayout layout) {
    if (isGraph(layout)) {
      return;
    }
    String interrupted =
        Files.isDirectory(layout.tables()) || Files.isDirectory(layout.owners())
            ? "; the creation of a graph was interrupted there"
            : "";
    throw new NotAGraphException(layout.root() + " holds no graph" + interrupted);
  }

  /**
   * Whether there is a graph.
   *
   * @param layout where to look; nothing is created
   * @return true if and only if a manifest is there
   */
  public static boolean isGraph(GraphLayout layout) {
    return Files.isDirectory(layout.manifest().resolve("_versions"));
  }

  /**
   * Creates a graph.
   *
   * @param tables its tables
   * @param schemaIdentity the accepted schema identity
   * @param schemaDocument the accepted schema
   * @throws AlreadyExistsException if there is a graph already, also if another creator came first
   * @throws StorageException if the store fails; then creation can simply be run again
   */
  public void create(List<TableSpec> tables, String schemaIdentity, String schemaDocument) {
    if (isGraph(layout)) {
      throw new AlreadyExistsException(layout.root() + " holds a graph already");
    }
    Map<TableId, TableHead> heads = createTables(tables);
    createGraph(
        new ManifestState(
            1,
            new BranchTarget(BranchTarget.MAIN, ids.next()),
            schemaIdentity,
            schemaDocument,
            heads,
            Optional.empty(),
            List.of(),
            List.of()));
  }

  /** Every table, empty, at version 1 of a path that is this creator's alone. */
  @SpecAction("CreateTables")
  private Map<TableId, TableHead> createTables(List<TableSpec> tables) {
    try (Trace.Step step = trace.begin("CreateTables")) {
      Map<TableId, TableHead> heads = new TreeMap<>();
      for (TableSpec table : tables) {
        TableId id = new TableId(ids.next());
        String path = GraphLayout.tablePath(id);
        createTable(path, table.schema());
        heads.put(id, new TableHead(id, table.name(), path, new TableToken(1, 0), false));
      }
      step.note("tables", heads.keySet().stream().map(TableId::value).toList());
      return step.done(heads);
    }
  }

  @DurableCall("table creation")
  private void createTable(String path, Schema schema) {
    try {
      Files.createDirectories(layout.tables());
      Dataset.write()
          .allocator(allocator)
          .uri(layout.uri(path))
          .schema(schema)
          .enableStableRowIds(true)
          .execute()
          .close();
    } catch (Exception e) {
      throw LanceErrors.failed("create table " + path, DataState.UNCHANGED, e);
    }
  }

  /** The visibility point of a creation. */
  @SpecAction("CreateGraph")
  private void createGraph(ManifestState first) {
    try (Trace.Step step = trace.begin("CreateGraph")) {
      Path made = makeManifest(first);
      renameManifest(made);
      step.done();
    }
  }

  @DurableCall("private manifest")
  private Path makeManifest(ManifestState first) {
    Path made = layout.root().resolve(PRIVATE_MANIFEST + ids.next());
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ManifestRows.SCHEMA, allocator);
        ArrowReader reader = new OneBatchReader(allocator, root)) {
      ManifestRows.fill(root, ManifestRows.write(first));
      try (Dataset dataset =
          Dataset.write().allocator(allocator).reader(reader).uri(made.toString()).execute()) {
        if (dataset.version() != 1) {
          throw new IllegalStateException("a fresh dataset has version " + dataset.version());
        }
      }
      return made;
    } catch (Exception e) {
      throw LanceErrors.failed("create the manifest " + made, DataState.UNCHANGED, e);
    }
  }

  @DurableCall("manifest creation")
  private void renameManifest(Path made) {
    try {
      Files.move(made, layout.manifest(), StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      discard(made, e);
      if (isGraph(layout)) {
        throw new AlreadyExistsException(layout.root() + " was made a graph by another creator");
      }
      throw failed(e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageException failed(IOException e) {
    return new StorageException(
        "cannot create the manifest " + layout.manifest() + ": " + e, DataState.UNCHANGED, e);
  }

  private static void discard(Path made, IOException reported) {
    try (Stream<Path> tree = Files.walk(made)) {
      for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      reported.addSuppressed(e);
    }
  }
}
