package dev.linchpin.lance.schema;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * What a property holds: every Arrow scalar that Lance stores, lists of scalars, and float vectors
 * of a fixed size.
 *
 * <p>Not in the family because Lance 7 cannot store them: string and binary views, intervals, maps,
 * and fixed-size lists of anything but floats (two of those end the process instead of failing).
 *
 * <p>Each type has one <em>canonical</em> Java class for its values. Input may use any class that
 * converts without loss; what is read is always canonical.
 */
public sealed interface PropertyType permits PropertyType.Scalar, PropertyType.Nested {
  /** A boolean; canonical {@link Boolean}. */
  PropertyType BOOL = new BoolType();

  /** A signed integer of 8 bits; canonical {@link Long}. */
  PropertyType INT8 = new IntType(8, true);

  /** A signed integer of 16 bits; canonical {@link Long}. */
  PropertyType INT16 = new IntType(16, true);

  /** A signed integer of 32 bits; canonical {@link Long}. */
  PropertyType INT32 = new IntType(32, true);

  /** A signed integer of 64 bits; canonical {@link Long}. */
  PropertyType INT64 = new IntType(64, true);

  /** An unsigned integer of 8 bits; canonical {@link Long}. */
  PropertyType UINT8 = new IntType(8, false);

  /** An unsigned integer of 16 bits; canonical {@link Long}. */
  PropertyType UINT16 = new IntType(16, false);

  /** An unsigned integer of 32 bits; canonical {@link Long}. */
  PropertyType UINT32 = new IntType(32, false);

  /** An unsigned integer of 64 bits; canonical {@link java.math.BigInteger}. */
  PropertyType UINT64 = new IntType(64, false);

  /** Text in UTF-8; canonical {@link String}. */
  PropertyType UTF8 = new TextType(false);

  /** Text in UTF-8 with 64-bit offsets; canonical {@link String}. */
  PropertyType LARGE_UTF8 = new TextType(true);

  /** Bytes; canonical {@code byte[]}. */
  PropertyType BINARY = new BytesType(false);

  /** Bytes with 64-bit offsets; canonical {@code byte[]}. */
  PropertyType LARGE_BINARY = new BytesType(true);

  /** A floating-point number of 16 bits; canonical {@link Float}. */
  PropertyType FLOAT16 = new FloatType(16);

  /** A floating-point number of 32 bits; canonical {@link Float}. */
  PropertyType FLOAT32 = new FloatType(32);

  /** A floating-point number of 64 bits; canonical {@link Double}. */
  PropertyType FLOAT64 = new FloatType(64);

  /** A day, stored as days; canonical {@link java.time.LocalDate}. */
  PropertyType DATE32 = new DateType(32);

  /** A day, stored as milliseconds; canonical {@link java.time.LocalDate}. */
  PropertyType DATE64 = new DateType(64);

  /** The types without nested values. */
  sealed interface Scalar extends PropertyType
      permits BoolType,
          BytesType,
          DateType,
          DecimalType,
          DurationType,
          FixedBytesType,
          FloatType,
          IntType,
          TextType,
          TimeType,
          TimestampType {}

  /** The types with nested values. */
  sealed interface Nested extends PropertyType permits ListType, VectorType {}

  /**
   * The Arrow type of the column.
   *
   * @return the type of the column itself, without its children
   */
  ArrowType arrowType();

  /**
   * The type's name in a schema document, for instance {@code decimal128(10,2)}.
   *
   * @return text that {@link PropertyTypes#parse} reads back
   */
  String text();

  /**
   * Converts a Java value without loss.
   *
   * @param value a value, not null
   * @return the canonical value
   * @throws IllegalArgumentException if it does not fit; the message says why
   */
  Object canonical(Object value);

  /**
   * Puts a value into a column. Rows are written in ascending order.
   *
   * @param column a vector of this type
   * @param row the row, from 0
   * @param value a canonical value, not null
   */
  void write(FieldVector column, int row, Object value);

  /**
   * Takes a value out of a column.
   *
   * @param column a vector of this type
   * @param row the row, from 0; its value is not null
   * @return the canonical value
   */
  Object readValue(FieldVector column, int row);

  /**
   * Takes a value out of a column.
   *
   * @param column a vector of this type
   * @param row the row, from 0
   * @return the canonical value, or null
   */
  default Object read(FieldVector column, int row) {
    return column.isNull(row) ? null : readValue(column, row);
  }

  /**
   * Whether equality of its values is exact enough for keys and unique properties: every scalar but
   * the floating-point numbers.
   *
   * @return true if it may identify rows
   */
  default boolean identifies() {
    return this instanceof Scalar && !(this instanceof FloatType);
  }

  /**
   * The Arrow columns inside this column.
   *
   * @return empty for scalars
   */
  default List<Field> children() {
    return List.of();
  }

  /**
   * The Arrow field of a property. It is nullable even where the property is required: being
   * required is the graph's constraint, checked by every write, and Lance does not enforce its own.
   *
   * @param name the column's name
   * @return the field
   */
  default Field field(String name) {
    return new Field(name, FieldType.nullable(arrowType()), children());
  }
}
