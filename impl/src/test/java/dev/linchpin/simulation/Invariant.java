package dev.linchpin.simulation;

import dev.linchpin.memory.Fact;

/** A promise of the protocol, checked at each durable step by whoever made the step. */
interface Invariant {
  /**
   * Checks.
   *
   * @param fact what has just become durable; nothing else has since
   * @throws AssertionError if the promise is broken
   */
  void check(Fact fact);
}
