package dev.linchpin.lance.schema;

import java.time.LocalTime;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A time of day; canonical {@link LocalTime}.
 *
 * @param unit the resolution; a finer value is refused
 */
public record TimeType(TimeUnit unit) implements PropertyType.Scalar {
  @Override
  public ArrowType arrowType() {
    return new ArrowType.Time(unit, coarse() ? 32 : 64);
  }

  private boolean coarse() {
    return unit == TimeUnit.SECOND || unit == TimeUnit.MILLISECOND;
  }

  @Override
  public String text() {
    return (coarse() ? "time32(" : "time64(") + Units.text(unit) + ")";
  }

  @Override
  public Object canonical(Object value) {
    try {
      if (value instanceof LocalTime time) {
        Units.exact(time.toSecondOfDay(), time.getNano(), unit);
        return time;
      }
    } catch (ArithmeticException finer) {
      throw Misfit.of(value, this);
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    LocalTime time = (LocalTime) value;
    long units = Units.exact(time.toSecondOfDay(), time.getNano(), unit);
    switch (unit) {
      case SECOND -> ((TimeSecVector) column).setSafe(row, (int) units);
      case MILLISECOND -> ((TimeMilliVector) column).setSafe(row, (int) units);
      case MICROSECOND -> ((TimeMicroVector) column).setSafe(row, units);
      case NANOSECOND -> ((TimeNanoVector) column).setSafe(row, units);
    }
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    long units =
        switch (unit) {
          case SECOND -> ((TimeSecVector) column).get(row);
          case MILLISECOND -> ((TimeMilliVector) column).get(row);
          case MICROSECOND -> ((TimeMicroVector) column).get(row);
          case NANOSECOND -> ((TimeNanoVector) column).get(row);
        };
    return LocalTime.ofSecondOfDay(Units.seconds(units, unit)).withNano(Units.nanos(units, unit));
  }
}
