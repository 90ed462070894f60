package dev.linchpin.faultinjection.point;

import dev.linchpin.SpecAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/**
 * What the rules of {@link PointScript} call inside a child JVM. Every line goes to the file in one
 * append before anything else happens, so that a killed child has written it. Not final, since
 * Byteman makes a subclass of it.
 */
public class PointHelper extends Helper {
  /** The system property that names the file. */
  public static final String FILE = "linchpin.points";

  private static final Map<String, AtomicInteger> HITS = new ConcurrentHashMap<>();

  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public PointHelper(Rule rule) {
    super(rule);
  }

  /**
   * Records that a method was reached.
   *
   * @param key the method
   * @param moment entry, exit or throw
   */
  public void record(String key, String moment) {
    write("reached", key, moment, next(key, moment));
  }

  /**
   * Whether this is the call to die in; if so, that is on file already.
   *
   * @param key the method
   * @param moment entry, exit or throw
   * @param hit the call to die in
   * @return true once
   */
  public boolean dies(String key, String moment, int hit) {
    boolean dies = next(key, moment) == hit;
    if (dies) {
      write("killed", key, moment, hit);
    }
    return dies;
  }

  private static int next(String key, String moment) {
    return HITS.computeIfAbsent(key + "@" + moment, any -> new AtomicInteger()).incrementAndGet();
  }

  private static void write(String what, String key, String moment, int hit) {
    String line = String.join("\t", what, innermostAction(), key, moment, Integer.toString(hit));
    try {
      Files.writeString(
          Path.of(System.getProperty(FILE)),
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record a crash point", e);
    }
  }

  /** Read from the stack itself: the claim that a call is inside an action is observed. */
  static String innermostAction() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(frame -> action(frame.getDeclaringClass(), frame.getMethodName()))
                    .flatMap(Optional::stream)
                    .findFirst())
        .orElse(CrashPoint.NO_ACTION);
  }

  private static Optional<String> action(Class<?> type, String methodName) {
    if (!type.getName().startsWith("dev.linchpin.")) {
      return Optional.empty();
    }
    for (Method method : type.getDeclaredMethods()) {
      SpecAction action = method.getAnnotation(SpecAction.class);
      if (action != null && method.getName().equals(methodName)) {
        return Optional.of(action.value());
      }
    }
    return Optional.empty();
  }
}
