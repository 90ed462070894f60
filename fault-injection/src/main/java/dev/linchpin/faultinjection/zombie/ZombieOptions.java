package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.util.Optional;

/**
 * Which cases to run.
 *
 * @param point only cases whose name is this or contains it; empty for all
 * @param all every case instead of the representative set; a given point implies it
 * @param seed picks where racers wait for each other
 * @param traces what is done with the traces of each case
 */
public record ZombieOptions(Optional<String> point, boolean all, long seed, TraceKeeping traces) {
  /** The representative set. */
  public static final ZombieOptions DEFAULT =
      new ZombieOptions(Optional.empty(), false, 1, TraceKeeping.NONE);
}
