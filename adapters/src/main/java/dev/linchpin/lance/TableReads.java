package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads of one manifest state, each table at exactly its published version. There is no other way
 * to the data from here, and each table that was asked for is remembered with its token: whatever
 * is decided from these reads, its read set is complete (seed section 2.2).
 *
 * <p>Safe for many threads until it is closed.
 */
public final class TableReads implements AutoCloseable {
  private final Path root;
  private final BufferAllocator allocator;
  private final ManifestState state;
  private final GraphSchema schema;
  private final OpenOnce<PinnedTable> tables = new OpenOnce<>();

  /**
   * Reads of a manifest state; nothing is opened yet.
   *
   * @param root the graph's directory
   * @param allocator where batches live
   * @param state the state
   * @throws UnsupportedFormatException if its schema cannot be understood
   */
  public TableReads(Path root, BufferAllocator allocator, ManifestState state) {
    this.root = root;
    this.allocator = allocator;
    this.state = state;
    this.schema = GraphSchema.of(state);
  }

  /**
   * The state that is read.
   *
   * @return the state
   */
  public ManifestState state() {
    return state;
  }

  /**
   * The state's schema.
   *
   * @return the schema
   */
  public GraphSchema schema() {
    return schema;
  }

  /**
   * A type's table; from now on it is one of {@link #touched()}.
   *
   * @param type the type's name
   * @return the table, closed together with these reads
   * @throws InvalidInputException if there is no such type
   */
  public PinnedTable table(String type) {
    ElementType element = schema.type(type);
    return tables.get(type, () -> new PinnedTable(root, element, head(type), allocator));
  }

  private TableHead head(String type) {
    List<TableHead> heads = new ArrayList<>();
    for (TableHead head : state.heads().values()) {
      if (!head.deleted() && head.name().equals(type)) {
        heads.add(head);
      }
    }
    if (heads.size() != 1) {
      throw new UnsupportedFormatException(
          "manifest version " + state.version(),
          "it has " + heads.size() + " tables for type " + type);
    }
    return heads.get(0);
  }

  /**
   * Every table that was asked for.
   *
   * @return its token by its identity
   */
  public Map<TableId, TableToken> touched() {
    Map<TableId, TableToken> touched = new TreeMap<>();
    for (PinnedTable table : tables.opened()) {
      touched.put(table.head().id(), table.head().token());
    }
    return touched;
  }

  /** Closes every table; a second call does nothing. */
  @Override
  public void close() {
    tables.close(PinnedTable::close);
  }
}
