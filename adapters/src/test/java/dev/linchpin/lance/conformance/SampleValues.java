package dev.linchpin.lance.conformance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Values of every type, edges included: row 0 and the last row are null, the others differ. */
final class SampleValues {
  private static final long MILLIS_OF_A_DAY = 86_400_000L;

  private SampleValues() {}

  static void fill(FieldVector vector, int rows) {
    for (int row = 1; row < rows - 1; row++) {
      set(vector, row);
    }
    vector.setValueCount(rows);
  }

  static void set(FieldVector vector, int row) {
    if (vector instanceof NullVector) {
      return;
    } else if (vector instanceof BitVector bits) {
      bits.setSafe(row, row % 2);
    } else if (vector instanceof Float2Vector halves) {
      halves.setSafeWithPossibleTruncate(row, row == 1 ? Float.NaN : -0.5f * row);
    } else if (vector instanceof DecimalVector decimals) {
      BigInteger unscaled = BigInteger.valueOf(-123_456_789L + row);
      decimals.setSafe(row, new BigDecimal(unscaled, decimals.getScale()));
    } else if (vector instanceof Decimal256Vector decimals) {
      BigInteger unscaled = BigInteger.TEN.pow(70).negate().add(BigInteger.valueOf(row));
      decimals.setSafe(row, new BigDecimal(unscaled, decimals.getScale()));
    } else if (vector instanceof DateMilliVector dates) {
      dates.setSafe(row, -MILLIS_OF_A_DAY * row);
    } else if (vector instanceof TimeSecVector times) {
      times.setSafe(row, row);
    } else if (vector instanceof TimeMilliVector times) {
      times.setSafe(row, row);
    } else if (vector instanceof TimeMicroVector times) {
      times.setSafe(row, row);
    } else if (vector instanceof TimeNanoVector times) {
      times.setSafe(row, row);
    } else if (vector instanceof BaseVariableWidthVector texts) {
      texts.setSafe(row, text(row));
    } else if (vector instanceof BaseLargeVariableWidthVector texts) {
      texts.setSafe(row, text(row));
    } else if (vector instanceof ListVector lists) {
      int start = lists.startNewValue(row);
      for (int i = 0; i < row - 1; i++) {
        set(lists.getDataVector(), start + i);
      }
      lists.endValue(row, row - 1);
    } else if (vector instanceof LargeListVector lists) {
      long start = lists.startNewValue(row);
      for (int i = 0; i < row - 1; i++) {
        set(lists.getDataVector(), (int) start + i);
      }
      lists.endValue(row, row - 1);
    } else if (vector instanceof FixedSizeListVector lists) {
      lists.setNotNull(row);
      for (int i = 0; i < lists.getListSize(); i++) {
        set(lists.getDataVector(), row * lists.getListSize() + i);
      }
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      raw(fixed, row);
    } else {
      throw new IllegalArgumentException("no sample for " + vector.getField());
    }
  }

  /** All bits set, the sign bit alone, a small number: any pattern is a value of most types. */
  private static void raw(BaseFixedWidthVector vector, int row) {
    int width = vector.getTypeWidth();
    while (row >= vector.getValueCapacity()) {
      vector.reAlloc();
    }
    for (int i = 0; i < width; i++) {
      int pattern =
          switch (row % 3) {
            case 1 -> 0xff;
            case 2 -> i == width - 1 ? 0x80 : 0;
            default -> i == 0 ? row : 0;
          };
      vector.getDataBuffer().setByte((long) row * width + i, pattern);
    }
    vector.setIndexDefined(row);
  }

  private static byte[] text(int row) {
    return row == 1 ? new byte[0] : ("é\u0000'\"\\" + row).getBytes(StandardCharsets.UTF_8);
  }
}
