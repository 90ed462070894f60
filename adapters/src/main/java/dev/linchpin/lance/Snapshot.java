package dev.linchpin.lance;

import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.ManifestState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Stable reads of one manifest version: whatever is written meanwhile, every read sees the same
 * graph. Safe for many threads; close it after everything that was read from it.
 */
public final class Snapshot implements AutoCloseable {
  private final TableReads reads;
  private final Runnable afterClose;

  /**
   * A snapshot of a manifest state.
   *
   * @param root the graph's directory
   * @param allocator where batches live
   * @param state the state
   * @throws dev.linchpin.error.UnsupportedFormatException if its schema cannot be understood
   */
  public Snapshot(Path root, BufferAllocator allocator, ManifestState state) {
    this(new TableReads(root, allocator, state), () -> {});
  }

  private Snapshot(TableReads reads, Runnable afterClose) {
    this.reads = reads;
    this.afterClose = afterClose;
  }

  /** A snapshot with memory of its own, so that it outlives the handle that it came from. */
  static Snapshot standalone(Path root, ManifestState state) {
    BufferAllocator allocator = new RootAllocator();
    try {
      return new Snapshot(new TableReads(root, allocator, state), allocator::close);
    } catch (RuntimeException | Error failure) {
      allocator.close();
      throw failure;
    }
  }

  /**
   * The manifest version.
   *
   * @return a Lance version of the manifest
   */
  public long version() {
    return reads.state().version();
  }

  /**
   * The newest graph commit that is visible here.
   *
   * @return the graph head; empty for a graph without commits
   */
  public Optional<CommitId> commit() {
    return reads.state().graphHead();
  }

  /**
   * The graph's schema.
   *
   * @return the schema of this manifest version
   */
  public GraphSchema schema() {
    return reads.schema();
  }

  /**
   * The names of the types.
   *
   * @return the node types, then the edge types
   */
  public List<String> types() {
    return reads.schema().types().stream().map(ElementType::name).toList();
  }

  /**
   * How many rows a type has.
   *
   * @param type the type's name
   * @return the count
   * @throws dev.linchpin.error.InvalidInputException if there is no such type
   */
  public long count(String type) {
    return reads.table(type).count();
  }

  /**
   * How many rows of a type a condition takes.
   *
   * @param type the type's name
   * @param condition which rows
   * @return the count
   * @throws dev.linchpin.error.InvalidInputException if there is no such type or property
   */
  public long count(String type, Condition condition) {
    BoundCondition bound = condition.bind(schema().type(type));
    return reads.table(type).count(bound);
  }

  /**
   * Finds a node by its key or an edge by its id.
   *
   * @param type the type's name
   * @param key the key
   * @return the row, or empty
   * @throws dev.linchpin.error.InvalidInputException if there is no such type or the key does not
   *     fit
   */
  public Optional<Row> get(String type, Object key) {
    return reads.table(type).get(key);
  }

  /**
   * Reads every row.
   *
   * @param type the type's name
   * @return the rows, to be closed
   * @throws dev.linchpin.error.InvalidInputException if there is no such type
   */
  public RowCursor rows(String type) {
    return reads.table(type).rows(Optional.empty());
  }

  /**
   * Reads the rows that a condition takes.
   *
   * @param type the type's name
   * @param condition which rows
   * @return the rows, to be closed
   * @throws dev.linchpin.error.InvalidInputException if there is no such type or property
   */
  public RowCursor rows(String type, Condition condition) {
    BoundCondition bound = condition.bind(schema().type(type));
    return reads.table(type).rows(Optional.of(bound));
  }

  /**
   * Reads every row as Arrow batches.
   *
   * @param type the type's name
   * @return a stream to be closed, columns in the table's order
   * @throws dev.linchpin.error.InvalidInputException if there is no such type
   */
  public ArrowReader scan(String type) {
    return reads.table(type).scan();
  }

  @Override
  public void close() {
    reads.close();
    afterClose.run();
  }
}
