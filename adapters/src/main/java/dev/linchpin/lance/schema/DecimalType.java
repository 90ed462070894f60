package dev.linchpin.lance.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A decimal number; canonical {@link BigDecimal} of exactly this scale.
 *
 * @param bits 128 or 256
 * @param precision the number of digits, 1 to 38 for 128 bits, 1 to 76 for 256
 * @param scale how many of them are after the point, 0 to the precision
 */
public record DecimalType(int bits, int precision, int scale) implements PropertyType.Scalar {
  /** Two widths exist; digits fit the width. */
  public DecimalType {
    int most = bits == 128 ? 38 : bits == 256 ? 76 : 0;
    if (precision < 1 || precision > most || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "no decimal of " + bits + " bits with precision " + precision + " and scale " + scale);
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.Decimal(precision, scale, bits);
  }

  @Override
  public String text() {
    return "decimal" + bits + "(" + precision + "," + scale + ")";
  }

  @Override
  public Object canonical(Object value) {
    BigDecimal exact;
    if (value instanceof BigDecimal decimal) {
      exact = decimal;
    } else if (value instanceof BigInteger integer) {
      exact = new BigDecimal(integer);
    } else if (value instanceof Integer || value instanceof Long) {
      exact = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      throw Misfit.of(value, this);
    }
    if (exact.signum() != 0 && exact.precision() - exact.scale() > precision - scale) {
      throw Misfit.of(value, this);
    }
    try {
      return exact.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException lossy) {
      throw Misfit.of(value, this);
    }
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    if (bits == 128) {
      ((DecimalVector) column).setSafe(row, (BigDecimal) value);
    } else {
      ((Decimal256Vector) column).setSafe(row, (BigDecimal) value);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    return bits == 128
        ? ((DecimalVector) column).getObject(row)
        : ((Decimal256Vector) column).getObject(row);
  }
}
