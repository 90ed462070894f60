package dev.linchpin.faultinjection.point;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A method that carries {@code @SpecAction} or {@code @DurableCall}.
 *
 * @param kind which annotation
 * @param name the annotation's value
 * @param className the declaring class's binary name
 * @param methodName the method
 * @param signature its parameter types as a Byteman rule spells them, in parentheses
 */
public record AnnotatedMethod(
    Kind kind, String name, String className, String methodName, String signature)
    implements Comparable<AnnotatedMethod> {
  /** What an annotation marks. */
  public enum Kind {
    /** One action of the specification. */
    ACTION,
    /** A call after whose return something outlives the process. */
    DURABLE_CALL
  }

  static AnnotatedMethod of(Kind kind, String name, Method method) {
    String signature =
        Arrays.stream(method.getParameterTypes())
            .map(AnnotatedMethod::spell)
            .collect(Collectors.joining(",", "(", ")"));
    return new AnnotatedMethod(
        kind, name, method.getDeclaringClass().getName(), method.getName(), signature);
  }

  private static String spell(Class<?> type) {
    return type.isArray() ? spell(type.getComponentType()) + "[]" : type.getName();
  }

  /**
   * The method's identity as text.
   *
   * @return class, method and parameter types
   */
  public String key() {
    return className + "#" + methodName + signature;
  }

  @Override
  public int compareTo(AnnotatedMethod other) {
    int byKind = kind.compareTo(other.kind);
    int byName = byKind != 0 ? byKind : name.compareTo(other.name);
    return byName != 0 ? byName : key().compareTo(other.key());
  }
}
