package dev.linchpin.lance.schema;

import java.util.Arrays;

/** Says that a value does not fit a type, in words bounded in length. */
final class Misfit {
  private static final int SHOWN = 80;

  private Misfit() {}

  static IllegalArgumentException of(Object value, PropertyType type) {
    return new IllegalArgumentException(
        show(value)
            + " ("
            + (value == null ? "null" : value.getClass().getSimpleName())
            + ") is not a "
            + type.text());
  }

  private static String show(Object value) {
    String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
