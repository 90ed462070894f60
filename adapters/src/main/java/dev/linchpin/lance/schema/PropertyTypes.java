package dev.linchpin.lance.schema;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Makes property types: by name, from Arrow, and from text. */
public final class PropertyTypes {
  private static final Pattern CALL = Pattern.compile("([a-z_0-9]+)(?:\\((.+)\\))?");

  private PropertyTypes() {}

  /**
   * A decimal number of up to 38 digits.
   *
   * @param precision digits in all
   * @param scale digits after the point
   * @return the type
   */
  public static PropertyType decimal(int precision, int scale) {
    return new DecimalType(128, precision, scale);
  }

  /**
   * An instant.
   *
   * @param unit the resolution
   * @param zone how people like to see it, for instance {@code UTC}
   * @return the type
   */
  public static PropertyType instant(TimeUnit unit, String zone) {
    return new TimestampType(unit, Optional.of(zone));
  }

  /**
   * A list.
   *
   * @param element a scalar
   * @return the type
   * @throws IllegalArgumentException if the element is not a scalar
   */
  public static PropertyType list(PropertyType element) {
    if (element instanceof PropertyType.Scalar scalar) {
      return new ListType(scalar, false);
    }
    throw new IllegalArgumentException("no list of " + element.text());
  }

  /**
   * A vector of 32-bit floating-point numbers.
   *
   * @param dimension how many
   * @return the type
   */
  public static PropertyType vector(int dimension) {
    return new VectorType(new FloatType(32), dimension);
  }

  /**
   * The property type of an Arrow column.
   *
   * @param field the column; its name, nullability and metadata do not matter
   * @return the type, or empty if no property can hold such values
   */
  public static Optional<PropertyType> of(Field field) {
    if (field.getDictionary() != null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(map(field.getType(), field.getChildren()));
    } catch (IllegalArgumentException outsideTheFamily) {
      return Optional.empty();
    }
  }

  private static PropertyType map(ArrowType type, List<Field> children) {
    if (type instanceof ArrowType.Bool) {
      return PropertyType.BOOL;
    } else if (type instanceof ArrowType.Int integer) {
      return new IntType(integer.getBitWidth(), integer.getIsSigned());
    } else if (type instanceof ArrowType.FloatingPoint floating) {
      return new FloatType(bits(floating.getPrecision()));
    } else if (type instanceof ArrowType.Utf8) {
      return PropertyType.UTF8;
    } else if (type instanceof ArrowType.LargeUtf8) {
      return PropertyType.LARGE_UTF8;
    } else if (type instanceof ArrowType.Binary) {
      return PropertyType.BINARY;
    } else if (type instanceof ArrowType.LargeBinary) {
      return PropertyType.LARGE_BINARY;
    } else if (type instanceof ArrowType.FixedSizeBinary fixed) {
      return new FixedBytesType(fixed.getByteWidth());
    } else if (type instanceof ArrowType.Decimal decimal) {
      return new DecimalType(decimal.getBitWidth(), decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof ArrowType.Date date) {
      return new DateType(date.getUnit() == DateUnit.DAY ? 32 : 64);
    } else if (type instanceof ArrowType.Time time) {
      return new TimeType(time.getUnit());
    } else if (type instanceof ArrowType.Timestamp timestamp) {
      return new TimestampType(timestamp.getUnit(), Optional.ofNullable(timestamp.getTimezone()));
    } else if (type instanceof ArrowType.Duration duration) {
      return new DurationType(duration.getUnit());
    }
    return nested(type, children);
  }

  private static PropertyType nested(ArrowType type, List<Field> children) {
    if (children.size() != 1
        || !(of(children.get(0)).orElse(null) instanceof PropertyType.Scalar element)) {
      return null;
    } else if (type instanceof ArrowType.List) {
      return new ListType(element, false);
    } else if (type instanceof ArrowType.LargeList) {
      return new ListType(element, true);
    } else if (type instanceof ArrowType.FixedSizeList list
        && element instanceof FloatType floating) {
      return new VectorType(floating, list.getListSize());
    }
    return null;
  }

  private static int bits(FloatingPointPrecision precision) {
    return switch (precision) {
      case HALF -> 16;
      case SINGLE -> 32;
      case DOUBLE -> 64;
    };
  }

  /**
   * Reads a type back from its {@link PropertyType#text()}.
   *
   * @param text the text
   * @return the type
   * @throws IllegalArgumentException if there is no such type
   */
  public static PropertyType parse(String text) {
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      throw new IllegalArgumentException("no property type " + text);
    }
    PropertyType type = make(call.group(1), call.group(2) == null ? "" : call.group(2), text);
    if (!type.text().equals(text)) {
      throw new IllegalArgumentException("no property type " + text);
    }
    return type;
  }

  private static PropertyType make(String name, String inner, String text) {
    return switch (name) {
      case "bool" -> PropertyType.BOOL;
      case "int8", "int16", "int32", "int64" -> new IntType(number(name.substring(3)), true);
      case "uint8", "uint16", "uint32", "uint64" -> new IntType(number(name.substring(4)), false);
      case "float16", "float32", "float64" -> new FloatType(number(name.substring(5)));
      case "utf8" -> PropertyType.UTF8;
      case "large_utf8" -> PropertyType.LARGE_UTF8;
      case "binary" -> PropertyType.BINARY;
      case "large_binary" -> PropertyType.LARGE_BINARY;
      case "fixed_binary" -> new FixedBytesType(number(inner));
      case "decimal128", "decimal256" -> {
        int comma = comma(inner, text);
        yield new DecimalType(
            number(name.substring(7)),
            number(inner.substring(0, comma)),
            number(inner.substring(comma + 1)));
      }
      case "date32", "date64" -> new DateType(number(name.substring(4)));
      case "time32", "time64" -> new TimeType(Units.parse(inner));
      case "duration" -> new DurationType(Units.parse(inner));
      case "timestamp" -> {
        int comma = inner.indexOf(',');
        yield comma < 0
            ? new TimestampType(Units.parse(inner), Optional.empty())
            : new TimestampType(
                Units.parse(inner.substring(0, comma)), Optional.of(inner.substring(comma + 1)));
      }
      case "list", "large_list" -> {
        if (parse(inner) instanceof PropertyType.Scalar element) {
          yield new ListType(element, name.equals("large_list"));
        }
        throw new IllegalArgumentException("no property type " + text);
      }
      case "vector" -> {
        int comma = comma(inner, text);
        if (parse(inner.substring(0, comma)) instanceof FloatType element) {
          yield new VectorType(element, number(inner.substring(comma + 1)));
        }
        throw new IllegalArgumentException("no property type " + text);
      }
      default -> throw new IllegalArgumentException("no property type " + text);
    };
  }

  private static int comma(String inner, String text) {
    int comma = inner.indexOf(',');
    if (comma < 0) {
      throw new IllegalArgumentException("no property type " + text);
    }
    return comma;
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
