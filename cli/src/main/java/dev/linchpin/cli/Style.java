package dev.linchpin.cli;

import picocli.CommandLine.Help.Ansi;

/**
 * Colour, where there is somebody to see it: the launcher switches it on for terminals only, by way
 * of picocli's own property.
 */
public final class Style {
  private Style() {}

  /**
   * What matters most.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String bold(String text) {
    return paint("1", text);
  }

  /**
   * What matters least.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String faint(String text) {
    return paint("2", text);
  }

  /**
   * What went well.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String good(String text) {
    return paint("32", text);
  }

  /**
   * What went wrong.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String bad(String text) {
    return paint("1;31", text);
  }

  /**
   * An identifier.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String name(String text) {
    return paint("36", text);
  }

  /**
   * What deserves attention.
   *
   * @param text the text
   * @return the same, in colour if there is somebody to see it
   */
  public static String warn(String text) {
    return paint("33", text);
  }

  private static String paint(String code, String text) {
    return Ansi.AUTO.enabled() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
