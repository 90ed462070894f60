package dev.linchpin.simulation;

import dev.linchpin.memory.Hook;
import dev.linchpin.memory.Site;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Does one thing at the n-th site of a kind, and remembers whether there was one. */
final class Nth implements Hook {
  private final Predicate<Site> kind;
  private final int n;
  private final Consumer<Site> interference;
  private int seen;
  private String where;

  Nth(Predicate<Site> kind, int n, Consumer<Site> interference) {
    this.kind = kind;
    this.n = n;
    this.interference = interference;
  }

  static Nth crash(Predicate<Site> kind, int n) {
    return new Nth(
        kind,
        n,
        site -> {
          throw site.process().crash();
        });
  }

  @Override
  public void at(Site site) {
    if (kind.test(site) && seen++ == n) {
      where = site.toString() + " (" + n + ")";
      interference.accept(site);
    }
  }

  boolean fired() {
    return where != null;
  }

  @Override
  public String toString() {
    return where == null ? "nowhere" : where;
  }
}
