package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.Condition.All;
import dev.linchpin.lance.Condition.Any;
import dev.linchpin.lance.Condition.Compare;
import dev.linchpin.lance.Condition.In;
import dev.linchpin.lance.Condition.Missing;
import dev.linchpin.lance.Condition.Not;
import dev.linchpin.lance.Condition.Operator;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.lance.schema.PropertyType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A condition on the rows of one type, evaluated here and not by Lance: its meaning then does not
 * depend on how a literal of each type is spelled, and no text of a caller reaches a parser (a
 * thousand terms end the process there).
 */
public final class BoundCondition {
  /** True, false or null for neither. */
  private interface Test {
    Boolean at(VectorSchemaRoot rows, int row);
  }

  private final Set<String> columns;
  private final Test test;

  private BoundCondition(Set<String> columns, Test test) {
    this.columns = Collections.unmodifiableSet(columns);
    this.test = test;
  }

  static BoundCondition bind(Condition condition, ElementType type) {
    Set<String> columns = new TreeSet<>();
    Test test = compile(condition, type, columns);
    return new BoundCondition(columns, test);
  }

  /**
   * The columns that it looks at.
   *
   * @return their names
   */
  public Set<String> columns() {
    return columns;
  }

  /**
   * Whether a row is taken.
   *
   * @param rows a batch with at least {@link #columns()}
   * @param row the row, from 0
   * @return true only if the condition is true, not if it is unknown
   */
  public boolean takes(VectorSchemaRoot rows, int row) {
    return Boolean.TRUE.equals(test.at(rows, row));
  }

  private static Test compile(Condition condition, ElementType type, Set<String> columns) {
    if (condition instanceof Compare compare) {
      return comparison(
          scalar(type, compare.property(), columns),
          compare.operator(),
          literal(type, compare.property(), compare.value()));
    } else if (condition instanceof In in) {
      Property property = scalar(type, in.property(), columns);
      List<Test> tests = new ArrayList<>();
      for (Object value : in.values()) {
        tests.add(comparison(property, Operator.EQUAL, literal(type, property.name(), value)));
      }
      return any(tests);
    } else if (condition instanceof Missing missing) {
      Property property = type.column(missing.property());
      columns.add(property.name());
      return (rows, row) -> rows.getVector(property.name()).isNull(row);
    } else if (condition instanceof All all) {
      // De Morgan holds in three-valued logic, so that one evaluation serves both.
      Test none = any(all.conditions().stream().map(c -> not(compile(c, type, columns))).toList());
      return not(none);
    } else if (condition instanceof Any some) {
      return any(some.conditions().stream().map(c -> compile(c, type, columns)).toList());
    } else if (condition instanceof Not opposite) {
      return not(compile(opposite.condition(), type, columns));
    }
    throw new InvalidInputException("a condition is missing");
  }

  private static Property scalar(ElementType type, String name, Set<String> columns) {
    Property property = type.column(name);
    if (!(property.type() instanceof PropertyType.Scalar)) {
      throw new InvalidInputException(
          "property "
              + name
              + " of type "
              + type.name()
              + " holds "
              + property.type().text()
              + ", which does not compare");
    }
    columns.add(name);
    return property;
  }

  private static Object literal(ElementType type, String name, Object value) {
    if (value == null) {
      throw new InvalidInputException(
          "nothing compares with a missing value: ask whether property " + name + " is missing");
    }
    return Canonical.value(type, type.column(name), value);
  }

  private static Test comparison(Property property, Operator operator, Object literal) {
    return (rows, row) -> {
      Object value = property.type().read(rows.getVector(property.name()), row);
      return value == null ? null : holds(operator, compare(value, literal));
    };
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  /** Two canonical values of one scalar type. */
  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) right);
    } else if (left instanceof Float number) {
      return Float.compare(number + 0f, (Float) right + 0f);
    } else if (left instanceof Double number) {
      return Double.compare(number + 0d, (Double) right + 0d);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static Test not(Test test) {
    return (rows, row) -> {
      Boolean value = test.at(rows, row);
      return value == null ? null : !value;
    };
  }

  private static Test any(List<Test> tests) {
    return (rows, row) -> {
      Boolean result = Boolean.FALSE;
      for (Test test : tests) {
        Boolean value = test.at(rows, row);
        if (Boolean.TRUE.equals(value)) {
          return Boolean.TRUE;
        } else if (value == null) {
          result = null;
        }
      }
      return result;
    };
  }
}
