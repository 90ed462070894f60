package dev.linchpin.lance.schema;

import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Text; canonical {@link String}.
 *
 * @param large whether offsets have 64 bits
 */
public record TextType(boolean large) implements PropertyType.Scalar {
  @Override
  public ArrowType arrowType() {
    return large ? ArrowType.LargeUtf8.INSTANCE : ArrowType.Utf8.INSTANCE;
  }

  @Override
  public String text() {
    return large ? "large_utf8" : "utf8";
  }

  @Override
  public Object canonical(Object value) {
    // Text with a lone surrogate has no UTF-8 form and would silently become another text.
    if (value instanceof CharSequence text && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return text.toString();
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
    if (large) {
      ((LargeVarCharVector) column).setSafe(row, bytes);
    } else {
      ((VarCharVector) column).setSafe(row, bytes);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    byte[] bytes =
        large ? ((LargeVarCharVector) column).get(row) : ((VarCharVector) column).get(row);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
