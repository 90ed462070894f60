package dev.linchpin.protocol;

import java.util.regex.Pattern;

/** The one rule that all identifiers obey. */
final class Identifiers {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private Identifiers() {}

  static void requireFileNameSafe(String what, String value) {
    if (value == null || !SAFE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          what
              + " must be 1 to 128 letters, digits, '.', '_' or '-', starting with a letter or digit: "
              + value);
    }
  }
}
