package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.schema.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Which rows to take. As in SQL, comparing with a missing value is neither true nor false, and only
 * rows for which the whole condition is true are taken.
 */
public sealed interface Condition {
  /** How two values compare. */
  enum Operator {
    /** Equal. */
    EQUAL,
    /** Not equal. */
    NOT_EQUAL,
    /** Less. */
    LESS,
    /** Less or equal. */
    AT_MOST,
    /** Greater. */
    GREATER,
    /** Greater or equal. */
    AT_LEAST
  }

  /**
   * A comparison of a property with a value.
   *
   * @param property the property, a scalar
   * @param operator how
   * @param value the value, of any class that the property's type takes
   */
  record Compare(String property, Operator operator, Object value) implements Condition {}

  /**
   * Whether a property is one of some values.
   *
   * @param property the property, a scalar
   * @param values the values
   */
  record In(String property, List<Object> values) implements Condition {
    /** Copies the values. */
    public In {
      values = List.copyOf(values);
    }
  }

  /**
   * Whether a property has no value.
   *
   * @param property the property
   */
  record Missing(String property) implements Condition {}

  /**
   * Whether all conditions hold.
   *
   * @param conditions the conditions; none means true
   */
  record All(List<Condition> conditions) implements Condition {
    /** Copies the conditions. */
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * Whether any condition holds.
   *
   * @param conditions the conditions; none means false
   */
  record Any(List<Condition> conditions) implements Condition {
    /** Copies the conditions. */
    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * Whether a condition does not hold.
   *
   * @param condition the condition
   */
  record Not(Condition condition) implements Condition {}

  /**
   * Equal to a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition equal(String property, Object value) {
    return new Compare(property, Operator.EQUAL, value);
  }

  /**
   * Different from a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition notEqual(String property, Object value) {
    return new Compare(property, Operator.NOT_EQUAL, value);
  }

  /**
   * Less than a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition less(String property, Object value) {
    return new Compare(property, Operator.LESS, value);
  }

  /**
   * At most a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition atMost(String property, Object value) {
    return new Compare(property, Operator.AT_MOST, value);
  }

  /**
   * Greater than a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition greater(String property, Object value) {
    return new Compare(property, Operator.GREATER, value);
  }

  /**
   * At least a value.
   *
   * @param property the property
   * @param value the value
   * @return the condition
   */
  static Condition atLeast(String property, Object value) {
    return new Compare(property, Operator.AT_LEAST, value);
  }

  /**
   * One of some values.
   *
   * @param property the property
   * @param values the values
   * @return the condition
   */
  static Condition in(String property, Collection<?> values) {
    return new In(property, new ArrayList<>(values));
  }

  /**
   * Without a value.
   *
   * @param property the property
   * @return the condition
   */
  static Condition missing(String property) {
    return new Missing(property);
  }

  /**
   * The opposite.
   *
   * @param condition a condition
   * @return the condition that is true where the other is false
   */
  static Condition not(Condition condition) {
    return new Not(condition);
  }

  /**
   * All of some conditions.
   *
   * @param conditions the conditions
   * @return the condition
   */
  static Condition all(Condition... conditions) {
    return new All(Arrays.asList(conditions));
  }

  /**
   * Any of some conditions.
   *
   * @param conditions the conditions
   * @return the condition
   */
  static Condition any(Condition... conditions) {
    return new Any(Arrays.asList(conditions));
  }

  /**
   * This condition and another.
   *
   * @param other the other
   * @return the condition
   */
  default Condition and(Condition other) {
    return all(this, other);
  }

  /**
   * This condition or another.
   *
   * @param other the other
   * @return the condition
   */
  default Condition or(Condition other) {
    return any(this, other);
  }

  /**
   * Makes the condition ready for the rows of a type.
   *
   * @param type the type
   * @return the bound condition
   * @throws InvalidInputException if the type has no such property or the value does not fit it
   */
  default BoundCondition bind(ElementType type) {
    return BoundCondition.bind(this, type);
  }
}
