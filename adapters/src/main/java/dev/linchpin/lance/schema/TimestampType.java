package dev.linchpin.lance.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A point in time. With a zone it is an instant, canonical {@link Instant}, and the zone is only
 * how people like to see it; without one it is a reading of a calendar and a clock, canonical
 * {@link LocalDateTime}.
 *
 * @param unit the resolution; a finer value is refused
 * @param zone the zone's name
 */
public record TimestampType(TimeUnit unit, Optional<String> zone) implements PropertyType.Scalar {
  /** The zone must exist. */
  public TimestampType {
    Objects.requireNonNull(unit, "unit");
    try {
      zone.ifPresent(ZoneId::of);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException("no time zone " + zone.orElseThrow(), unknown);
    }
  }

  @Override
  public ArrowType arrowType() {
    return new ArrowType.Timestamp(unit, zone.orElse(null));
  }

  @Override
  public String text() {
    return "timestamp(" + Units.text(unit) + zone.map(name -> "," + name).orElse("") + ")";
  }

  @Override
  public Object canonical(Object value) {
    try {
      Object canonical = instantOrLocal(value);
      units(canonical);
      return canonical;
    } catch (ArithmeticException finerOrFar) {
      throw Misfit.of(value, this);
    }
  }

  private Object instantOrLocal(Object value) {
    if (zone.isPresent()) {
      if (value instanceof Instant) {
        return value;
      } else if (value instanceof OffsetDateTime offset) {
        return offset.toInstant();
      } else if (value instanceof ZonedDateTime zoned) {
        return zoned.toInstant();
      }
    } else if (value instanceof LocalDateTime) {
      return value;
    }
    throw Misfit.of(value, this);
  }

  private long units(Object canonical) {
    if (canonical instanceof Instant instant) {
      return Units.exact(instant.getEpochSecond(), instant.getNano(), unit);
    }
    LocalDateTime local = (LocalDateTime) canonical;
    return Units.exact(local.toEpochSecond(ZoneOffset.UTC), local.getNano(), unit);
  }

  @Override
  public void write(FieldVector column, int row, Object value) {
    ((TimeStampVector) column).setSafe(row, units(value));
  }

  @Override
  public Object readValue(FieldVector column, int row) {
    long units = ((TimeStampVector) column).get(row);
    long seconds = Units.seconds(units, unit);
    int nanos = Units.nanos(units, unit);
    return zone.isPresent()
        ? Instant.ofEpochSecond(seconds, nanos)
        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }
}
