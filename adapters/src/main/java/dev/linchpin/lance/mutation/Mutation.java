package dev.linchpin.lance.mutation;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.BoundCondition;
import dev.linchpin.lance.Canonical;
import dev.linchpin.lance.Condition;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.RowCursor;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.spi.IdSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * What one write does and reads: the context of one attempt.
 *
 * <p><b>Writes.</b> Any number of types in one write. A key may be named once per type: given
 * twice, or both written and deleted, is a violation. An {@link #overwrite} excludes everything
 * else on its type. Rows are whole: an upsert replaces the row, and a property that it leaves out
 * has no value afterwards. Readers are consumed within the call and stay the caller's to close.
 * Constraints are checked when the write's function has returned, against the base and all changes
 * together, so that the order of the calls does not matter.
 *
 * <p><b>Reads</b> see the base that this attempt is computed against, never the attempt's own
 * changes. Every type that is read becomes a member of the read set: if another write changes it
 * before this one is published, this one starts again (seed section 2.2). A balance that is read
 * and then written is never lost.
 *
 * <p>A change that fails fails the whole write, even if its error is caught.
 *
 * <p>Valid within the write's function only, and for its thread only. The function may run several
 * times, each time with a new context.
 */
public final class Mutation {
  private final WriteChanges changes;
  private final BufferAllocator allocator;
  private final RowStager stager;
  private RuntimeException failure;
  private boolean ended;

  Mutation(WriteChanges changes, BufferAllocator allocator, IdSource ids) {
    this.changes = changes;
    this.allocator = allocator;
    this.stager = new RowStager(changes, allocator, ids);
  }

  void end() {
    ended = true;
  }

  /**
   * A call that failed may have noted half of its keys already. If the caller swallowed its error,
   * what is known of the write would no longer be what was asked for.
   */
  void rethrowFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  private <T> T change(Supplier<T> work) {
    requireActive();
    try {
      return work.get();
    } catch (RuntimeException error) {
      failure = failure == null ? error : failure;
      throw error;
    }
  }

  private void requireActive() {
    if (ended) {
      throw new IllegalStateException("the write's function has returned; its context is closed");
    }
  }

  /**
   * The schema that this attempt obeys.
   *
   * @return the schema of the base
   */
  public GraphSchema schema() {
    requireActive();
    return changes.reads().schema();
  }

  /**
   * Adds rows whose keys must be new.
   *
   * @param type the type's name
   * @param rows columns by name, in any order; an edge without an {@code id} gets a fresh one
   * @return how many rows were added
   * @throws InvalidInputException if the type or a column is unknown or a column has a wrong type
   * @throws dev.linchpin.error.ConstraintViolationException if a required value is missing or a key
   *     or unique value comes twice
   */
  public long insert(String type, ArrowReader rows) {
    return change(() -> stager.stage(incremental(type), rows, TableChange.INSERT));
  }

  /**
   * Adds rows whose keys must be new.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were added
   * @throws InvalidInputException as for a reader, and if a value does not fit
   */
  public long insert(String type, Iterable<Row> rows) {
    return change(() -> stageRows(incremental(type), rows, TableChange.INSERT));
  }

  /**
   * Adds rows whose keys must be new.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were added
   * @throws InvalidInputException as for a reader, and if a value does not fit
   */
  public long insert(String type, Row... rows) {
    return insert(type, Arrays.asList(rows));
  }

  /**
   * Adds rows, replacing those of the same keys.
   *
   * @param type the type's name
   * @param rows columns by name, in any order
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, ArrowReader)}
   */
  public long upsert(String type, ArrowReader rows) {
    return change(() -> stager.stage(incremental(type), rows, TableChange.UPSERT));
  }

  /**
   * Adds rows, replacing those of the same keys.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, Iterable)}
   */
  public long upsert(String type, Iterable<Row> rows) {
    return change(() -> stageRows(incremental(type), rows, TableChange.UPSERT));
  }

  /**
   * Adds rows, replacing those of the same keys.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, Iterable)}
   */
  public long upsert(String type, Row... rows) {
    return upsert(type, Arrays.asList(rows));
  }

  /**
   * Replaces all rows of a type.
   *
   * @param type the type's name
   * @param rows columns by name, in any order
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, ArrowReader)}
   */
  public long overwrite(String type, ArrowReader rows) {
    return change(() -> stager.stage(replacing(type), rows, TableChange.INSERT));
  }

  /**
   * Replaces all rows of a type.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, Iterable)}
   */
  public long overwrite(String type, Iterable<Row> rows) {
    return change(() -> stageRows(replacing(type), rows, TableChange.INSERT));
  }

  /**
   * Replaces all rows of a type.
   *
   * @param type the type's name
   * @param rows the rows
   * @return how many rows were given
   * @throws InvalidInputException as {@link #insert(String, Iterable)}
   */
  public long overwrite(String type, Row... rows) {
    return overwrite(type, Arrays.asList(rows));
  }

  /**
   * Deletes the rows of some keys. A key without a row is no error: it is gone already.
   *
   * @param type the type's name
   * @param keys nodes' keys or edges' ids
   * @throws InvalidInputException if the type is unknown or a key does not fit
   * @throws dev.linchpin.error.ConstraintViolationException if a key was named before
   */
  public void delete(String type, Collection<?> keys) {
    change(
        () -> {
          noteDeletions(incremental(type), keys);
          return null;
        });
  }

  private void noteDeletions(TableChange change, Collection<?> keys) {
    Property key = change.type().key();
    List<Object> canonical = new ArrayList<>();
    keys.forEach(value -> canonical.add(Canonical.value(change.type(), key, value)));
    try (FieldVector column = key.type().field(key.name()).createVector(allocator)) {
      column.setInitialCapacity(1);
      column.allocateNew();
      for (Object value : canonical) {
        key.type().write(column, 0, value);
        column.setValueCount(1);
        int earlier =
            change.keys().putIfAbsent(changes.digester().of(column, 0), TableChange.DELETE);
        if (earlier != DigestMap.ABSENT) {
          String breach =
              earlier == TableChange.DELETE
                  ? RowStager.twice(TableChange.INSERT)
                  : RowStager.twice(TableChange.DELETE);
          changes
              .violations()
              .add(change.type().name(), key.name(), breach, Violations.show(value));
        }
      }
    }
    changes.violations().throwIfAny();
  }

  /**
   * Deletes the rows of some keys. A key without a row is no error: it is gone already.
   *
   * @param type the type's name
   * @param keys nodes' keys or edges' ids
   * @throws InvalidInputException if the type is unknown or a key does not fit
   * @throws dev.linchpin.error.ConstraintViolationException if a key was named before
   */
  public void delete(String type, Object... keys) {
    delete(type, Arrays.asList(keys));
  }

  /**
   * Deletes the rows of the base that a condition takes. Rows that this write adds are not looked
   * at; a row that it both upserts and deletes is a violation.
   *
   * @param type the type's name
   * @param condition which rows
   * @throws InvalidInputException if there is no such type or property
   */
  public void deleteWhere(String type, Condition condition) {
    change(
        () -> {
          TableChange change = incremental(type);
          return change.conditions().add(condition.bind(change.type()));
        });
  }

  private TableChange incremental(String type) {
    TableChange change = changes.change(type);
    if (change.overwrite()) {
      throw new InvalidInputException(
          "type " + type + ": an overwrite excludes every other change of it in one write");
    }
    return change;
  }

  private TableChange replacing(String type) {
    TableChange change = changes.change(type);
    if (change.touched()) {
      throw new InvalidInputException(
          "type " + type + ": an overwrite excludes every other change of it in one write");
    }
    change.markOverwrite();
    return change;
  }

  private long stageRows(TableChange change, Iterable<Row> rows, int operation) {
    try (RowsReader reader = new RowsReader(allocator, change.type(), rows.iterator())) {
      return stager.stage(change, reader, operation);
    } catch (IOException impossible) {
      throw new IllegalStateException("rows in memory do no input or output", impossible);
    }
  }

  /**
   * Finds a node by its key or an edge by its id.
   *
   * @param type the type's name
   * @param key the key
   * @return the base's row, or empty
   * @throws InvalidInputException if there is no such type or the key does not fit
   */
  public Optional<Row> get(String type, Object key) {
    requireActive();
    return changes.reads().table(type).get(key);
  }

  /**
   * Counts rows.
   *
   * @param type the type's name
   * @return how many rows the base has
   * @throws InvalidInputException if there is no such type
   */
  public long count(String type) {
    requireActive();
    return changes.reads().table(type).count();
  }

  /**
   * Reads every row.
   *
   * @param type the type's name
   * @return the base's rows, to be closed within the write's function
   * @throws InvalidInputException if there is no such type
   */
  public RowCursor rows(String type) {
    requireActive();
    return changes.reads().table(type).rows(Optional.empty());
  }

  /**
   * Reads the rows that a condition takes.
   *
   * @param type the type's name
   * @param condition which rows
   * @return the base's rows, to be closed within the write's function
   * @throws InvalidInputException if there is no such type or property
   */
  public RowCursor where(String type, Condition condition) {
    requireActive();
    ElementType element = changes.reads().schema().type(type);
    BoundCondition bound = condition.bind(element);
    return changes.reads().table(type).rows(Optional.of(bound));
  }

  /**
   * Reads every row as Arrow batches.
   *
   * @param type the type's name
   * @return the base's rows, to be closed within the write's function
   * @throws InvalidInputException if there is no such type
   */
  public ArrowReader scan(String type) {
    requireActive();
    return changes.reads().table(type).scan();
  }
}
