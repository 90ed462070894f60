package dev.linchpin.faultinjection.point;

import dev.linchpin.faultinjection.point.AnnotatedMethod.Kind;
import java.util.Collection;
import org.jboss.byteman.rule.helper.Helper;

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
                PointHelper.class,
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
    return rule(
        PointHelper.class, point.method(), point.moment(), condition, "killJVM(" + EXIT_CODE + ")");
  }

  /** The exit code of a child that a rule has halted: that of a process killed by signal 9. */
  public static final int EXIT_CODE = 137;

  /**
   * A script that asks at every annotated method's entries and exits what is to be done there.
   *
   * @param methods the methods
   * @return the script's text
   */
  public static String steering(Collection<AnnotatedMethod> methods) {
    StringBuilder script = new StringBuilder();
    for (AnnotatedMethod method : methods) {
      for (Moment moment : Moment.values()) {
        boolean durable = method.kind() == Kind.DURABLE_CALL;
        String action =
            "pass(\"" + method.key() + "\", \"" + moment.text() + "\", " + durable + ")";
        script.append(rule(SteeringHelper.class, method, moment, "TRUE", action));
      }
    }
    return script.toString();
  }

  private static String rule(
      Class<? extends Helper> helper,
      AnnotatedMethod method,
      Moment moment,
      String condition,
      String action) {
    return String.join(
        "\n",
        "RULE " + method.key() + " " + moment.text(),
        "CLASS " + method.className(),
        "METHOD " + method.methodName() + method.signature(),
        "HELPER " + helper.getName(),
        moment.location(),
        "IF " + condition,
        "DO " + action,
        "ENDRULE",
        "",
        "");
  }
}
