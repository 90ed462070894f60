package dev.linchpin.lance;

import dev.linchpin.spi.AuditLog;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

/**
 * Ends a writer at one of its durable calls: before or after it has happened, with an {@link Error}
 * that nothing in the product catches, and with every later port call of that writer failing too.
 * What is left is what a killed process leaves.
 */
final class Fuse implements PortWrapper {
  private static final Set<String> DURABLE =
      Set.of("compareAndSet", "put", "remove", "record", "recordRepair", "commit", "realign");

  /** The writer is dead. */
  static final class Blown extends Error {
    private static final long serialVersionUID = 1L;
  }

  private int durableCallsLeft = Integer.MAX_VALUE;
  private boolean afterIt;
  private boolean blown;

  /** Whether effects were confirmed durably since the fuse was set. */
  private boolean confirmed;

  /** From now on: ends the writer at its n-th durable call, counted from 0. */
  void blowAt(int durableCall, boolean afterIt) {
    this.durableCallsLeft = durableCall;
    this.afterIt = afterIt;
    this.confirmed = false;
  }

  boolean blown() {
    return blown;
  }

  boolean confirmed() {
    return confirmed;
  }

  @Override
  public ManifestAuthority authority(ManifestAuthority port) {
    return fused(ManifestAuthority.class, port);
  }

  @Override
  public IntentStore intents(IntentStore port) {
    return fused(IntentStore.class, port);
  }

  @Override
  public AuditLog audit(AuditLog port) {
    return fused(AuditLog.class, port);
  }

  @Override
  public TableSubstrate tables(TableSubstrate port) {
    return fused(TableSubstrate.class, port);
  }

  private <T> T fused(Class<T> type, T port) {
    InvocationHandler handler = (proxy, method, arguments) -> call(port, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object call(Object port, Method method, Object[] arguments) throws Throwable {
    if (blown) {
      throw new Blown();
    }
    boolean here = DURABLE.contains(method.getName()) && durableCallsLeft-- == 0;
    if (here && !afterIt) {
      blown = true;
      throw new Blown();
    }
    Object result;
    try {
      result = method.invoke(port, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (method.getName().equals("put")
        && ((dev.linchpin.protocol.RecoveryIntent) arguments[0]).phase()
            instanceof dev.linchpin.protocol.RecoveryIntent.Phase.Confirmed) {
      confirmed = true;
    }
    if (here) {
      blown = true;
      throw new Blown();
    }
    return result;
  }
}
