package dev.linchpin.lance.schema;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Bytes of one length; canonical {@code byte[]}.
 *
 * @param width the length in bytes, 1 or more
 */
public record FixedBytesType(int width) implements PropertyType.Scalar {
  /** At least one byte. */
  public FixedBytesType {
    if (width < 1) {
      throw new IllegalArgumentException("no value of " + width + " bytes");
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.FixedSizeBinary(width);
  }

  @Override
  public String text() {
    return "fixed_binary(" + width + ")";
  }

  @Override
  public Object canonical(Object value) {
    if (value instanceof byte[] bytes && bytes.length == width) {
      return bytes.clone();
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    ((FixedSizeBinaryVector) column).setSafe(row, (byte[]) value);
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    return ((FixedSizeBinaryVector) column).get(row);
  }
}
