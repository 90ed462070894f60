package dev.linchpin.memory;

/**
 * Interferes with a process. What it throws comes out of the port call: before the call it did not
 * happen, after the call only its reply is lost. It may also run other processes meanwhile.
 */
@FunctionalInterface
public interface Hook {
  /** Leaves the process alone. */
  Hook NONE = site -> {};

  void at(Site site);
}
