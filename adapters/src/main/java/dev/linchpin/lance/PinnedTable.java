package dev.linchpin.lance;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.IntType;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.schema.TextType;
import dev.linchpin.lance.storage.LanceErrors;
import dev.linchpin.protocol.TableHead;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.ipc.ScanOptions;
import org.lance.schema.LanceField;

/**
 * One table at exactly the version that a manifest points to. Safe for many threads until it is
 * closed.
 */
public final class PinnedTable implements AutoCloseable {
  /**
   * The column of a scan that tells where a row lies: its fragment in the upper half, its physical
   * offset in the lower half.
   */
  public static final String ROW_ADDRESS = "_rowaddr";

  private final ElementType type;
  private final TableHead head;
  private final Path path;
  private final BufferAllocator allocator;
  private final Dataset dataset;

  PinnedTable(Path root, ElementType type, TableHead head, BufferAllocator allocator) {
    this.type = type;
    this.head = head;
    this.path = root.resolve(head.path());
    this.allocator = allocator;
    // Without a shared session: row ids cached by another version's handle would be stale after an
    // Overwrite.
    this.dataset =
        call(
            "open the dataset",
            () ->
                Dataset.open()
                    .allocator(allocator)
                    .uri(path.toString())
                    .readOptions(new ReadOptions.Builder().setVersion(head.version()).build())
                    .build());
  }

  /**
   * The table's row of the manifest.
   *
   * @return the head whose pointer is pinned
   */
  public TableHead head() {
    return head;
  }

  /**
   * The type whose rows it holds.
   *
   * @return the type
   */
  public ElementType type() {
    return type;
  }

  /**
   * Where the dataset lies.
   *
   * @return an absolute path
   */
  public Path path() {
    return path;
  }

  /**
   * Where its batches live.
   *
   * @return the allocator
   */
  public BufferAllocator allocator() {
    return allocator;
  }

  /**
   * The numbers that Lance gives to the columns that hold data, in the table's order.
   *
   * @return what each data file of a well-formed fragment lists
   */
  public int[] fieldIds() {
    return call(
        "read the schema",
        () -> {
          List<Integer> ids = new ArrayList<>();
          dataset.getLanceSchema().fields().forEach(field -> collectIds(field, ids));
          return ids.stream().mapToInt(Integer::intValue).toArray();
        });
  }

  private static void collectIds(LanceField field, List<Integer> ids) {
    if (field.getChildren().isEmpty()) {
      ids.add(field.getId());
    }
    field.getChildren().forEach(child -> collectIds(child, ids));
  }

  /**
   * How many rows it has.
   *
   * @return the count, from metadata
   */
  public long count() {
    return call("count the rows", dataset::countRows);
  }

  /**
   * Reads some columns of every row.
   *
   * @param columns the columns, in this order
   * @param withAddress whether {@link #ROW_ADDRESS} follows them
   * @return a stream to be closed
   */
  public ArrowReader scan(Collection<String> columns, boolean withAddress) {
    return scan(columns, withAddress, Optional.empty());
  }

  private ArrowReader scan(
      Collection<String> columns, boolean withAddress, Optional<String> filter) {
    ScanOptions.Builder options =
        new ScanOptions.Builder().columns(List.copyOf(columns)).withRowAddress(withAddress);
    filter.ifPresent(options::filter);
    return call(
        "scan the rows",
        () -> new ScanReader(allocator, dataset.newScan(options.build()), head.name()));
  }

  /**
   * Reads whole rows.
   *
   * @return a stream to be closed, columns in the table's order
   */
  public ArrowReader scan() {
    return scan(allColumns(), false);
  }

  /**
   * Reads whole rows as Java values.
   *
   * @param condition which rows; empty for all
   * @return a stream to be closed
   */
  public RowCursor rows(Optional<BoundCondition> condition) {
    return new RowCursor(type, scan(), condition);
  }

  /**
   * Counts the rows that a condition takes.
   *
   * @param condition which rows
   * @return their number
   */
  public long count(BoundCondition condition) {
    // A scan of no column yields no batch to test, hence the key.
    Set<String> columns = new LinkedHashSet<>(condition.columns());
    columns.add(type.key().name());
    long count = 0;
    try (ArrowReader reader = scan(columns, false)) {
      VectorSchemaRoot rows = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < rows.getRowCount(); row++) {
          count += condition.takes(rows, row) ? 1 : 0;
        }
      }
    } catch (IOException failure) {
      throw LanceErrors.failed("scan table " + head.name(), DataState.UNCHANGED, failure);
    }
    return count;
  }

  /**
   * Finds the row of a key.
   *
   * @param key a Java value that fits the key's type
   * @return the row, or empty
   * @throws dev.linchpin.error.InvalidInputException if the value does not fit
   */
  public Optional<Row> get(Object key) {
    Property property = type.key();
    Object canonical = Canonical.value(type, property, key);
    try (RowCursor rows =
        new RowCursor(
            type, scan(allColumns(), false, keyFilter(property, canonical)), Optional.empty())) {
      while (rows.hasNext()) {
        Row row = rows.next();
        // Lance may only narrow the search; what is equal is decided here.
        if (Objects.deepEquals(row.get(property.name()), canonical)) {
          return Optional.of(row);
        }
      }
      return Optional.empty();
    }
  }

  /** A filter for the key types whose literals have one plain spelling; else every row is read. */
  private static Optional<String> keyFilter(Property key, Object canonical) {
    PropertyType keyType = key.type();
    if (keyType instanceof TextType && canonical instanceof String text && passesToLance(text)) {
      String quoted = "'" + text.replace("'", "''") + "'";
      return Optional.of("`" + key.name() + "` = " + quoted);
    } else if (keyType instanceof IntType
        && canonical instanceof Long number
        && number != Long.MIN_VALUE) { // whose literal Lance takes for a floating-point number
      return Optional.of("`" + key.name() + "` = " + number);
    }
    return Optional.empty();
  }

  /** Java's native interface has its own idea of UTF-8 for NUL and beyond the basic plane. */
  private static boolean passesToLance(String text) {
    return text.chars().noneMatch(unit -> unit == 0 || Character.isSurrogate((char) unit));
  }

  private List<String> allColumns() {
    List<String> names = new ArrayList<>();
    type.columns().forEach(column -> names.add(column.name()));
    return names;
  }

  /**
   * Writes a deletion file for one fragment without moving the table's HEAD.
   *
   * @param fragment the fragment's number
   * @param offsets physical offsets that came from {@link #ROW_ADDRESS} of this very version: Lance
   *     accepts others silently
   * @return the fragment with its old and new deletions, or empty if none of its rows is left
   */
  public Optional<FragmentMetadata> stageDeletion(int fragment, List<Integer> offsets) {
    return call(
        "stage deletions",
        () -> Optional.ofNullable(dataset.getFragment(fragment).deleteRows(offsets)));
  }

  private <T> T call(String what, Callable<T> work) {
    return LanceErrors.reading(
        what + " of table " + head.name() + " at version " + head.version(), work);
  }

  @Override
  public void close() {
    dataset.close();
  }
}
