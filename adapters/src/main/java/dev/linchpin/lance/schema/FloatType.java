package dev.linchpin.lance.schema;

import java.math.BigDecimal;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A floating-point number; canonical {@link Float}, and {@link Double} for 64 bits. Input is
 * rounded to the nearest number of that width; a finite number that would become infinite is
 * refused.
 *
 * @param bits 16, 32 or 64
 */
public record FloatType(int bits) implements PropertyType.Scalar {
  private static final float LARGEST_HALF = 65504f;

  /** Three widths exist. */
  public FloatType {
    if (bits != 16 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException("no floating-point number of " + bits + " bits");
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.FloatingPoint(
        switch (bits) {
          case 16 -> FloatingPointPrecision.HALF;
          case 32 -> FloatingPointPrecision.SINGLE;
          default -> FloatingPointPrecision.DOUBLE;
        });
  }

  @Override
  public String text() {
    return "float" + bits;
  }

  @Override
  public Object canonical(Object value) {
    if (!(value instanceof Number number) || value instanceof BigDecimal && overflows(number)) {
      throw Misfit.of(value, this);
    }
    if (bits == 64) {
      return number.doubleValue();
    }
    float narrow = number.floatValue();
    boolean finite = Double.isFinite(number.doubleValue());
    if (finite && (Float.isInfinite(narrow) || bits == 16 && Math.abs(narrow) > LARGEST_HALF)) {
      throw Misfit.of(value, this);
    }
    return narrow;
  }

  private static boolean overflows(Number number) {
    return Double.isInfinite(number.doubleValue());
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    Number number = (Number) value;
    if (column instanceof Float2Vector half) {
      half.setSafeWithPossibleTruncate(row, number.floatValue());
    } else {
      ((FloatingPointVector) column).setSafeWithPossibleTruncate(row, number.doubleValue());
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    double value = ((FloatingPointVector) column).getValueAsDouble(row);
    return bits == 64 ? value : (Object) (float) value;
  }
}
