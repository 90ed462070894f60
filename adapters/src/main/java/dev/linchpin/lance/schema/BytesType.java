package dev.linchpin.lance.schema;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Bytes of any length; canonical {@code byte[]}.
 *
 * @param large whether offsets have 64 bits
 */
public record BytesType(boolean large) implements PropertyType.Scalar {
  @Override
  public ArrowType arrowType() {
    return large ? ArrowType.LargeBinary.INSTANCE : ArrowType.Binary.INSTANCE;
  }

  @Override
  public String text() {
    return large ? "large_binary" : "binary";
  }

  @Override
  public Object canonical(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    if (large) {
      ((LargeVarBinaryVector) column).setSafe(row, (byte[]) value);
    } else {
      ((VarBinaryVector) column).setSafe(row, (byte[]) value);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    return large ? ((LargeVarBinaryVector) column).get(row) : ((VarBinaryVector) column).get(row);
  }
}
