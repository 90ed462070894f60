package dev.linchpin.lance.schema;

import java.time.Duration;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A length of time; canonical {@link Duration}.
 *
 * @param unit the resolution; a finer value is refused
 */
public record DurationType(TimeUnit unit) implements PropertyType.Scalar {
  @Override
  public ArrowType arrowType() {
    return new ArrowType.Duration(unit);
  }

  @Override
  public String text() {
    return "duration(" + Units.text(unit) + ")";
  }

  @Override
  public Object canonical(Object value) {
    try {
      if (value instanceof Duration duration) {
        Units.exact(duration.getSeconds(), duration.getNano(), unit);
        return duration;
      }
    } catch (ArithmeticException finerOrLong) {
      throw Misfit.of(value, this);
    }
    throw Misfit.of(value, this);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    Duration duration = (Duration) value;
    ((DurationVector) column)
        .setSafe(row, Units.exact(duration.getSeconds(), duration.getNano(), unit));
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    long units = DurationVector.get(column.getDataBuffer(), row);
    return Duration.ofSeconds(Units.seconds(units, unit), Units.nanos(units, unit));
  }
}
