package dev.linchpin.faultinjection.point;

import java.util.Collection;

/** Byteman scripts, generated. */
public final class PointScript {
  private PointScript() {}

  /**
   * A script that records every annotated method's entries and exits.
   *
   * @param methods the methods
   * @return the script's text
   */
  public static String recording(Collection<AnnotatedMethod> methods) {
    StringBuilder script = new StringBuilder();
    for (AnnotatedMethod method : methods) {
      for (Moment moment : Moment.values()) {
        script.append(
            rule(
                method,
                moment,
                "TRUE",
                "record(\"" + method.key() + "\", \"" + moment.text() + "\")"));
      }
    }
    return script.toString();
  }

  /**
   * A script that halts the process, without any shutdown, at one point.
   *
   * @param point where
   * @return the script's text
   */
  public static String killing(CrashPoint point) {
    String condition =
        "dies(\""
            + point.method().key()
            + "\", \""
            + point.moment().text()
            + "\", "
            + point.hit()
            + ")";
    return rule(point.method(), point.moment(), condition, "killJVM(" + EXIT_CODE + ")");
  }

  /** The exit code of a child that a rule has halted: that of a process killed by signal 9. */
  public static final int EXIT_CODE = 137;

  private static String rule(
      AnnotatedMethod method, Moment moment, String condition, String action) {
    return String.join(
        "\n",
        "RULE " + method.key() + " " + moment.text(),
        "CLASS " + method.className(),
        "METHOD " + method.methodName() + method.signature(),
        "HELPER " + PointHelper.class.getName(),
        moment.location(),
        "IF " + condition,
        "DO " + action,
        "ENDRULE",
        "",
        "");
  }
}
