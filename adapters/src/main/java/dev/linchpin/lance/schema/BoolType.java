package dev.linchpin.lance.schema;

import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** A boolean. */
public record BoolType() implements PropertyType.Scalar {
  @Override
  public ArrowType arrowType() {
    return ArrowType.Bool.INSTANCE;
  }

  @Override
  public String text() {
    return "bool";
  }

  @Override
  public Object canonical(Object value) {
    if (value instanceof Boolean) {
      return value;
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    ((BitVector) column).setSafe(row, (Boolean) value ? 1 : 0);
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    return ((BitVector) column).get(row) == 1;
  }
}
