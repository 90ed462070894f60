package dev.linchpin.lance.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A vector of floating-point numbers, none of them null; canonical {@code float[]}, and {@code
 * double[]} for elements of 64 bits.
 *
 * @param element the elements' type
 * @param dimension how many, 1 or more
 */
public record VectorType(FloatType element, int dimension) implements PropertyType.Nested {
  /** At least one element: Lance ends the process on empty vectors. */
  public VectorType {
    Objects.requireNonNull(element, "element");
    if (dimension < 1) {
      throw new IllegalArgumentException("no vector of dimension " + dimension);
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.FixedSizeList(dimension);
  }

  @Override
  public List<Field> children() {
    return List.of(element.field("item"));
  }

  @Override
  public String text() {
    return "vector(" + element.text() + "," + dimension + ")";
  }

  @Override
  public Object canonical(Object value) {
    List<Object> items = new ArrayList<>(dimension);
    if (value instanceof float[] floats) {
      for (float item : floats) {
        items.add(item);
      }
    } else if (value instanceof double[] doubles) {
      for (double item : doubles) {
        items.add(item);
      }
    } else if (value instanceof Collection<?> collection) {
      items.addAll(collection);
    }
    if (items.size() != dimension || items.contains(null)) {
      throw Misfit.of(value, this);
    }
    double[] wide = new double[dimension];
    float[] narrow = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      Number number = (Number) element.canonical(items.get(i));
      wide[i] = number.doubleValue();
      narrow[i] = number.floatValue();
    }
    return element.bits() == 64 ? wide : narrow;
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    FixedSizeListVector vector = (FixedSizeListVector) column;
    int start = vector.startNewValue(row);
    for (int i = 0; i < dimension; i++) {
      element.write(
          vector.getDataVector(),
          start + i,
          value instanceof double[] wide ? (Number) wide[i] : (Number) ((float[]) value)[i]);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    FieldVector data = ((FixedSizeListVector) column).getDataVector();
    double[] wide = new double[dimension];
    float[] narrow = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      Number number = (Number) element.readValue(data, row * dimension + i);
      wide[i] = number.doubleValue();
      narrow[i] = number.floatValue();
    }
    return element.bits() == 64 ? wide : narrow;
  }
}
