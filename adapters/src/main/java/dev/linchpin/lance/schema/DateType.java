package dev.linchpin.lance.schema;

import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A day; canonical {@link LocalDate}.
 *
 * @param bits 32 (stored as days) or 64 (stored as milliseconds)
 */
public record DateType(int bits) implements PropertyType.Scalar {
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** Two widths exist. */
  public DateType {
    if (bits != 32 && bits != 64) {
      throw new IllegalArgumentException("no date of " + bits + " bits");
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.Date(bits == 32 ? DateUnit.DAY : DateUnit.MILLISECOND);
  }

  @Override
  public String text() {
    return "date" + bits;
  }

  @Override
  public Object canonical(Object value) {
    if (value instanceof LocalDate date && date.toEpochDay() == (int) date.toEpochDay()) {
      return date;
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    long day = ((LocalDate) value).toEpochDay();
    if (bits == 32) {
      ((DateDayVector) column).setSafe(row, (int) day);
    } else {
      ((DateMilliVector) column).setSafe(row, day * DAY_MILLIS);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    return LocalDate.ofEpochDay(
        bits == 32
            ? ((DateDayVector) column).get(row)
            : Math.floorDiv(((DateMilliVector) column).get(row), DAY_MILLIS));
  }
}
