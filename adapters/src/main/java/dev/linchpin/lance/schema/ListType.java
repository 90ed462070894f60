package dev.linchpin.lance.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A list of scalars, which may be null; canonical {@link List}, unmodifiable.
 *
 * @param element the elements' type
 * @param large whether offsets have 64 bits
 */
public record ListType(PropertyType.Scalar element, boolean large) implements PropertyType.Nested {
  /** The element type is required. */
  public ListType {
    Objects.requireNonNull(element, "element");
  }

  @Override
  public ArrowType arrowType() {
    return large ? ArrowType.LargeList.INSTANCE : ArrowType.List.INSTANCE;
  }

  @Override
  public List<Field> children() {
    return List.of(element.field("item"));
  }

  @Override
  public String text() {
    return (large ? "large_list(" : "list(") + element.text() + ")";
  }

  @Override
  public Object canonical(Object value) {
    if (!(value instanceof Collection<?> collection)) {
      throw Misfit.of(value, this);
    }
    List<Object> canonical = new ArrayList<>(collection.size());
    for (Object item : collection) {
      canonical.add(item == null ? null : element.canonical(item));
    }
    return Collections.unmodifiableList(canonical);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    List<?> items = (List<?>) value;
    if (large) {
      LargeListVector vector = (LargeListVector) column;
      fill(vector.getDataVector(), (int) vector.startNewValue(row), items);
      vector.endValue(row, items.size());
    } else {
      ListVector vector = (ListVector) column;
      fill(vector.getDataVector(), vector.startNewValue(row), items);
      vector.endValue(row, items.size());
    }
  }

  private void fill(FieldVector data, int start, List<?> items) {
    for (int i = 0; i < items.size(); i++) {
      Object item = items.get(i);
      if (item == null) {
        while (data.getValueCapacity() <= start + i) {
          data.reAlloc();
        }
        data.setNull(start + i);
      } else {
        element.write(data, start + i, item);
      }
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    FieldVector data;
    long start;
    long end;
    if (large) {
      LargeListVector vector = (LargeListVector) column;
      data = vector.getDataVector();
      start = vector.getElementStartIndex(row);
      end = vector.getElementEndIndex(row);
    } else {
      ListVector vector = (ListVector) column;
      data = vector.getDataVector();
      start = vector.getElementStartIndex(row);
      end = vector.getElementEndIndex(row);
    }
    List<Object> items = new ArrayList<>();
    for (long i = start; i < end; i++) {
      items.add(element.read(data, Math.toIntExact(i)));
    }
    return Collections.unmodifiableList(items);
  }
}
