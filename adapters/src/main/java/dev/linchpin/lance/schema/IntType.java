package dev.linchpin.lance.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * An integer; canonical {@link Long}, and {@link BigInteger} for 64 unsigned bits.
 *
 * @param bits 8, 16, 32 or 64
 * @param signed whether it may be negative
 */
public record IntType(int bits, boolean signed) implements PropertyType.Scalar {
  /** Four widths exist. */
  public IntType {
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException("no integer of " + bits + " bits");
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.Int(bits, signed);
  }

  @Override
  public String text() {
    return (signed ? "int" : "uint") + bits;
  }

  @Override
  public Object canonical(Object value) {
    BigInteger exact = exact(value);
    int magnitude = signed ? bits - 1 : bits;
    // bitLength excludes the sign, so that -128 has 7 bits as 127 does.
    if (exact.bitLength() > magnitude || (!signed && exact.signum() < 0)) {
      throw Misfit.of(value, this);
    }
    if (bits == 64 && !signed) {
      return exact;
    }
    return exact.longValueExact();
  }

  private BigInteger exact(Object value) {
    if (value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long) {
      return BigInteger.valueOf(((Number) value).longValue());
    } else if (value instanceof BigInteger big) {
      return big;
    } else if (value instanceof BigDecimal decimal && decimal.stripTrailingZeros().scale() <= 0) {
      return decimal.toBigIntegerExact();
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    ((BaseIntVector) column).setWithPossibleTruncate(row, ((Number) value).longValue());
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    long value = ((BaseIntVector) column).getValueAsLong(row);
    return bits == 64 && !signed ? new BigInteger(Long.toUnsignedString(value)) : (Object) value;
  }
}
