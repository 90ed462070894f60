package dev.linchpin.lance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Ports that something happens before. */
final class Calls {
  private Calls() {}

  /** The port, with something that happens before each call of one of its methods. */
  static <T> T before(Class<T> type, T port, String method, Runnable first) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                first.run();
              }
              try {
                return called.invoke(port, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
