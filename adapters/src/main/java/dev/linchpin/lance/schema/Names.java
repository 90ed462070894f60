package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The one rule for the names of types and properties: a letter, then letters, digits, {@code _} or
 * {@code -}, 128 characters at most, all of them ASCII.
 *
 * <p>Why so narrow: Lance takes a dot for a path into a nested column, a leading underscore for its
 * own columns, and cannot filter on a backtick; and names that look alike but differ are a trap,
 * which is also why two names of one scope may not differ by case only.
 */
public final class Names {
  /** The longest name, in characters. */
  public static final int LONGEST = 128;

  private static final int SHOWN = 40;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  private Names() {}

  /**
   * Refuses a name that breaks the rule.
   *
   * @param what what it would name, for the message
   * @param name the name
   * @return the name
   * @throws InvalidInputException if it breaks the rule
   */
  public static String require(String what, String name) {
    if (name == null || name.length() > LONGEST || !NAME.matcher(name).matches()) {
      throw new InvalidInputException(
          what
              + " name "
              + show(name)
              + " is not 1 to "
              + LONGEST
              + " letters, digits, '_' or '-', starting with a letter");
    }
    return name;
  }

  /**
   * A name as an error message may show it: quoted, bounded in length, without control characters.
   *
   * @param name any text, or null
   * @return text for people
   */
  public static String show(String name) {
    if (name == null) {
      return "null";
    }
    String shown = name.length() <= SHOWN ? name : name.substring(0, SHOWN);
    return "'"
        + shown.replaceAll("\\p{Cntrl}", "?")
        + "'"
        + (name.length() <= SHOWN ? "" : "... (" + name.length() + " characters)");
  }

  static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
