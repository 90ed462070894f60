package dev.linchpin.simulation;

import dev.linchpin.error.StorageException;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.Site;
import java.util.function.Predicate;

/** Stores that fail. */
final class Faults {
  private Faults() {}

  /** One call fails: before it happens, or after it has happened and only its reply is lost. */
  static Nth lose(Predicate<Site> kind, int n) {
    return new Nth(
        kind,
        n,
        site -> {
          throw failure(site);
        });
  }

  static StorageException failure(Site site) {
    return new StorageException("simulated failure " + site.moment() + " " + site.call(), null);
  }

  /** From one call on everything fails, reads too, until the store comes back. */
  static final class Outage implements Hook {
    private final Nth start;
    private boolean over;

    Outage(Predicate<Site> kind, int n) {
      start = new Nth(kind, n, site -> {});
    }

    void end() {
      over = true;
    }

    boolean fired() {
      return start.fired();
    }

    @Override
    public void at(Site site) {
      start.at(site);
      if (start.fired() && !over) {
        throw failure(site);
      }
    }

    @Override
    public String toString() {
      return "outage from " + start;
    }
  }
}
