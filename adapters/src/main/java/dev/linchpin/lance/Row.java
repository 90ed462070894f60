package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A row as Java values by column name. Rows that are read hold canonical values (see {@link
 * dev.linchpin.lance.schema.PropertyType}) and every column, null where there is no value; rows
 * that are written may leave out what has no value.
 *
 * <p>Immutable, except that arrays are not copied. Rows are equal when their values are, arrays
 * compared by content.
 */
public final class Row {
  private final Map<String, Object> values;

  private Row(Map<String, Object> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * A row.
   *
   * @param namesAndValues a name, its value, a name, its value and so on
   * @return the row
   * @throws InvalidInputException if a value lacks its name or a name comes twice
   */
  public static Row of(Object... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new InvalidInputException("a row is given as names and values in turn");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (!(namesAndValues[i] instanceof String name)) {
        throw new InvalidInputException("a row is given as names and values in turn");
      }
      if (values.containsKey(name)) {
        throw new InvalidInputException("a row has two values for " + name);
      }
      values.put(name, namesAndValues[i + 1]);
    }
    return new Row(values);
  }

  /**
   * A row.
   *
   * @param values the values by name; null for no value
   * @return the row
   */
  public static Row of(Map<String, ?> values) {
    return new Row(new LinkedHashMap<>(values));
  }

  /**
   * The values.
   *
   * @return by name, in the order in which they were given
   */
  public Map<String, Object> values() {
    return values;
  }

  /**
   * One value.
   *
   * @param name a column
   * @return its value, or null if it has none
   */
  public Object get(String name) {
    return values.get(name);
  }

  /**
   * A text.
   *
   * @param name a column that holds text
   * @return its value, or null if it has none
   * @throws ClassCastException if it holds something else
   */
  public String string(String name) {
    return (String) values.get(name);
  }

  /**
   * An integer.
   *
   * @param name a column that holds integers of at most 63 bits
   * @return its value, or empty if it has none
   * @throws ClassCastException if it holds something else
   */
  public Optional<Long> integer(String name) {
    return Optional.ofNullable((Long) values.get(name));
  }

  /**
   * This row with another value.
   *
   * @param name the column
   * @param value the value; null for no value
   * @return the new row
   */
  public Row with(String name, Object value) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(name, value);
    return new Row(copy);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Row row) || !values.keySet().equals(row.values.keySet())) {
      return false;
    }
    return values.keySet().stream().allMatch(name -> same(values.get(name), row.values.get(name)));
  }

  private static boolean same(Object left, Object right) {
    return Objects.deepEquals(comparable(left), comparable(right));
  }

  /** Lists may hold arrays, which only deep comparison of arrays compares by content. */
  private static Object comparable(Object value) {
    return value instanceof List<?> list ? list.toArray() : value;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (Map.Entry<String, Object> entry : values.entrySet()) {
      hash +=
          entry.getKey().hashCode()
              ^ Arrays.deepHashCode(new Object[] {comparable(entry.getValue())});
    }
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    values.forEach(
        (name, value) -> {
          if (text.length() > 1) {
            text.append(", ");
          }
          String shown = Arrays.deepToString(new Object[] {comparable(value)});
          text.append(name).append('=').append(shown, 1, shown.length() - 1);
        });
    return text.append('}').toString();
  }
}
