package dev.linchpin.lance.storage;

import dev.linchpin.Protocol;
import dev.linchpin.conformance.SubstrateFixture;
import dev.linchpin.gates.GateManager;
import dev.linchpin.gates.LiveOperations;
import dev.linchpin.lance.mutation.MutationAdapter;
import dev.linchpin.observe.Observers;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.AdapterRegistry.Registration;
import dev.linchpin.spi.IdSource;
import dev.linchpin.spi.Liveness;
import dev.linchpin.trace.Trace;
import dev.linchpin.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.Transaction;
import org.lance.ipc.LanceScanner;
import org.lance.operation.Append;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;

/**
 * A graph on disk for the conformance tests. The two processes share this JVM but no object that
 * remembers anything; the second one's life is that of a real child process.
 */
final class LanceFixture implements SubstrateFixture {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("row", new ArrowType.Utf8())));

  private final BufferAllocator allocator = new RootAllocator();
  private final Path directory;
  private final GraphLayout layout;
  private final OtherProcess other = new OtherProcess();
  private final Protocol one;
  private final Protocol two;
  private final TableId first;
  private final TableId second;

  LanceFixture() {
    try {
      directory = Files.createTempDirectory("linchpin-conformance-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    layout = GraphLayout.of(directory.resolve("graph"));
    new GraphCreation(layout, allocator, IdSource.random(), trace("creator"))
        .create(
            List.of(
                new GraphCreation.TableSpec("First", SCHEMA),
                new GraphCreation.TableSpec("Second", SCHEMA)),
            "schema-1",
            "{\"types\":[]}");
    one = process("one", ProcessLock.acquire(layout));
    two = process("two", other);
    ManifestState created = one.authority().read();
    first = StorageLab.table(created, "First").id();
    second = StorageLab.table(created, "Second").id();
  }

  private static Trace trace(String process) {
    return new Trace(process, TraceSink.NONE);
  }

  private Protocol process(String name, Liveness liveness) {
    LanceTableSubstrate tables = new LanceTableSubstrate(layout, allocator);
    return new Protocol(
        new LanceManifestAuthority(layout, allocator),
        new SidecarStore(new LocalBlobs(layout.recovery())),
        BlobAuditLog.of(layout),
        tables,
        new AdapterRegistry(List.of(new Registration(new MutationAdapter(tables), Set.of("test")))),
        liveness,
        new GateManager(),
        new LiveOperations(),
        IdSource.random(),
        Clock.systemUTC(),
        trace(name),
        new Observers(List.of()));
  }

  /** Begins when somebody asks who it is: most tests have no need of a child process. */
  private final class OtherProcess implements Liveness {
    private ChildJvm child;
    private OwnerId self;

    @Override
    public OwnerId self() {
      if (self == null) {
        try {
          child = ChildJvm.start(ProcessLockTest.Holder.class, layout.root().toString());
          self = new OwnerId(child.line(), child.line());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return self;
    }

    @Override
    public OwnerState check(OwnerId owner) {
      throw new AssertionError("only the first process asks after others here");
    }

    void close() throws IOException {
      if (child != null) {
        child.close();
      }
    }
  }

  @Override
  public Protocol one() {
    return one;
  }

  @Override
  public Protocol two() {
    return two;
  }

  @Override
  public void endTwo() {
    other.self();
    other.child.kill();
  }

  @Override
  public TableId firstTable() {
    return first;
  }

  @Override
  public TableId secondTable() {
    return second;
  }

  @Override
  public PlannedEffect append(
      Protocol process, OperationId operation, TableHead pinned, String... rows) {
    return planned(process, pinned, Append.builder().fragments(stage(pinned.path(), rows)).build());
  }

  @Override
  public PlannedEffect overwrite(
      Protocol process, OperationId operation, TableHead pinned, String... rows) {
    return planned(
        process,
        pinned,
        Overwrite.builder().fragments(stage(pinned.path(), rows)).schema(SCHEMA).build());
  }

  private static PlannedEffect planned(Protocol process, TableHead pinned, Operation operation) {
    return new PlannedEffect(
        new EffectTarget(
            pinned.id(),
            pinned.path(),
            pinned.token(),
            process.ids().next(),
            EffectKind.STAGED,
            new PostState.Exact(pinned.version() + 1)),
        new StagedTransaction(operation));
  }

  private List<FragmentMetadata> stage(String path, String... rows) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      VarCharVector vector = (VarCharVector) root.getVector("row");
      for (int i = 0; i < rows.length; i++) {
        vector.setSafe(i, rows[i].getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(rows.length);
      return Fragment.write()
          .datasetUri(layout.uri(path))
          .allocator(allocator)
          .data(root)
          .execute();
    }
  }

  @Override
  public void foreignAppend(TableId table, String row) {
    String path = GraphLayout.tablePath(table);
    try (Dataset dataset = Dataset.open().allocator(allocator).uri(layout.uri(path)).build();
        Transaction transaction =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .operation(Append.builder().fragments(stage(path, row)).build())
                .build()) {
      new CommitBuilder(dataset).execute(transaction).close();
    }
  }

  @Override
  @SuppressWarnings("try") // the scanner's close is declared to throw anything
  public List<String> rows(TableId table, long version) {
    List<String> rows = new ArrayList<>();
    try (Dataset dataset =
            Dataset.open()
                .allocator(allocator)
                .uri(layout.uri(GraphLayout.tablePath(table)))
                .readOptions(new ReadOptions.Builder().setVersion(version).build())
                .build();
        LanceScanner scanner = dataset.newScan();
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        VarCharVector vector = (VarCharVector) reader.getVectorSchemaRoot().getVector("row");
        for (int i = 0; i < vector.getValueCount(); i++) {
          rows.add(new String(vector.get(i), StandardCharsets.UTF_8));
        }
      }
    } catch (Exception e) {
      throw new AssertionError("cannot read version " + version + " of " + table, e);
    }
    rows.sort(Comparator.naturalOrder());
    return rows;
  }

  @Override
  public void close() {
    try {
      other.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      StorageLab.deleteTree(directory);
      // Fails if Arrow memory was leaked.
      allocator.close();
    }
  }
}
