package dev.linchpin.faultinjection.point;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/**
 * What the rules of {@link PointScript#steering} call inside a child that takes commands: at each
 * point it does nothing, records it, or, if it is the one that was asked for, says so and waits to
 * be told to go on; what happens to the process meanwhile is the harness's business. Not final,
 * since Byteman makes a subclass of it.
 */
public class SteeringHelper extends Helper {
  /** What is to be done at points. */
  private sealed interface Order {
    record Nothing() implements Order {}

    record Record() implements Order {}

    record HaltAt(String key, String moment, int hit) implements Order {}

    record HaltAfter(int points, boolean durableOnly) implements Order {}
  }

  private static final Map<String, Integer> HITS = new HashMap<>();
  private static Order order = new Order.Nothing();
  private static int passed;

  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public SteeringHelper(Rule rule) {
    super(rule);
  }

  private static synchronized void give(Order given) {
    order = given;
    passed = 0;
    HITS.clear();
  }

  /** Says {@code reached} at every point from now on. */
  public static void record() {
    give(new Order.Record());
  }

  /**
   * Halts at one point, counted from now on.
   *
   * @param key the method
   * @param moment entry, exit or throw
   * @param hit which time, from 1
   */
  public static void haltAt(String key, String moment, int hit) {
    give(new Order.HaltAt(key, moment, hit));
  }

  /**
   * Halts at whichever point comes after so many others, counted from now on.
   *
   * @param points how many points to pass before
   * @param durableOnly whether only the points of durable calls count
   */
  public static void haltAfter(int points, boolean durableOnly) {
    give(new Order.HaltAfter(points, durableOnly));
  }

  /** Passes every point from now on. */
  public static void disarm() {
    give(new Order.Nothing());
  }

  /**
   * Called at every point.
   *
   * @param key the method
   * @param moment entry, exit or throw
   * @param durable whether the method is a durable call
   */
  public void pass(String key, String moment, boolean durable) {
    int hit;
    String what;
    synchronized (SteeringHelper.class) {
      hit = HITS.merge(key + "@" + moment, 1, Integer::sum);
      Order given = order;
      boolean halts = false;
      if (given instanceof Order.HaltAfter after && (durable || !after.durableOnly())) {
        halts = passed++ == after.points();
      }
      if (given instanceof Order.HaltAt at) {
        halts = at.hit() == hit && at.key().equals(key) && at.moment().equals(moment);
      }
      if (!halts && !(given instanceof Order.Record)) {
        return;
      }
      what = halts ? "halted" : "reached";
      if (halts) {
        order = new Order.Nothing();
      }
    }
    Talk.say(
        String.join("\t", what, PointHelper.innermostAction(), key, moment, Integer.toString(hit)));
    if (what.equals("halted")) {
      awaitGo();
    }
  }

  /** The thread that is here is the one that hears commands. */
  private static void awaitGo() {
    try {
      String line = Talk.hear();
      if (!"GO".equals(line)) {
        throw new IllegalStateException("halted, and told to " + line + " instead of to go on");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait to be told to go on", e);
    }
  }
}
