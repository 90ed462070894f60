package dev.linchpin.faultinjection.point;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How a child that takes commands talks with its harness: a command is a line of standard input of
 * words between tabulators, a number first; each answer to it is a line of standard output that
 * begins with that number and one of its own. One thread at a time: the one that obeys.
 */
public final class Talk {
  private static String command = "0";
  private static int answers;

  private Talk() {}

  /**
   * Waits for a line.
   *
   * @return the line, or null at the end of the input
   * @throws IOException if standard input fails
   */
  public static String hear() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = System.in.read(); read != '\n'; read = System.in.read()) {
      if (read < 0) {
        return null;
      }
      line.write(read);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /**
   * Begins to obey a command.
   *
   * @param number its number
   */
  public static void begin(String number) {
    command = number;
    answers = 0;
  }

  /**
   * Answers.
   *
   * @param answer one answer to the command that is obeyed; line breaks in it become spaces
   */
  public static void say(String answer) {
    System.out.println(
        command + "." + answers++ + " " + answer.replace('\n', ' ').replace('\r', ' '));
    System.out.flush();
  }
}
