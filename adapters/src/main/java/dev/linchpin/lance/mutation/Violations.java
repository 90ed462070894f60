package dev.linchpin.lance.mutation;

import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.lance.schema.PropertyType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;

/**
 * The violations of one write: counted in full, shown by a few samples, reported in one error so
 * that a caller need not repair one row at a time.
 */
final class Violations {
  /** How many offending values a message shows. */
  static final int SAMPLES = 5;

  private static final int SHOWN = 60;

  private record Rule(String type, String property, String breach) {}

  private static final class Found {
    private long count;
    private final List<String> samples = new ArrayList<>();
  }

  private final Map<Rule, Found> found = new LinkedHashMap<>();

  /**
   * Notes one violation.
   *
   * @param breach what is wrong with the values, as the end of a sentence about them
   * @param sample the offending value
   */
  void add(String type, String property, String breach, String sample) {
    Found rule = found.computeIfAbsent(new Rule(type, property, breach), unused -> new Found());
    rule.count++;
    if (rule.samples.size() < SAMPLES) {
      rule.samples.add(sample);
    }
  }

  /**
   * Notes many violations of one kind.
   *
   * @param samples some of the offending values
   * @param count how many there are
   */
  void add(String type, String property, String breach, List<String> samples, long count) {
    Found rule = found.computeIfAbsent(new Rule(type, property, breach), unused -> new Found());
    rule.count += count;
    for (String sample : samples) {
      if (rule.samples.size() < SAMPLES) {
        rule.samples.add(sample);
      }
    }
  }

  void throwIfAny() {
    if (found.isEmpty()) {
      return;
    }
    StringBuilder message = new StringBuilder();
    found.forEach(
        (rule, what) -> {
          message.append(message.length() == 0 ? "" : "; ");
          message.append("type ").append(rule.type());
          message.append(", property ").append(rule.property()).append(": ");
          message.append(what.count).append(what.count == 1 ? " value " : " values ");
          message.append(rule.breach()).append(": ").append(String.join(", ", what.samples));
          message.append(what.count > what.samples.size() ? ", ..." : "");
        });
    throw new ConstraintViolationException(message.toString());
  }

  /** A value as a message may show it: bounded in length, without control characters. */
  static String show(PropertyType type, FieldVector column, int row) {
    return show(type.read(column, row));
  }

  static String show(Object value) {
    String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    String bounded = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    String plain = bounded.replaceAll("\\p{Cntrl}", "?");
    return value instanceof String ? "'" + plain + "'" : plain;
  }
}
