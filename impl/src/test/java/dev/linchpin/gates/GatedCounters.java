package dev.linchpin.gates;

import dev.linchpin.protocol.TableId;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * Three plain counters behind three gates. Only gates that let one thread in for its whole set make
 * a bump of several counters one step. Whoever names gates does so in any order.
 */
@Param(name = "set", gen = IntGen.class, conf = "0:5")
public abstract class GatedCounters {
  private static final int[][] SETS = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 0}, {2}};

  private final int[] counters = new int[3];

  /** Takes these gates, somehow; what it returns gives them back. */
  abstract Runnable take(List<GateKey> keys);

  /** Made before any search begins: how an identifier is checked is no part of it. */
  private static final List<List<GateKey>> KEYS =
      Arrays.stream(SETS).map(GatedCounters::keysOf).toList();

  private static List<GateKey> keysOf(int[] set) {
    return Arrays.stream(set)
        .<GateKey>mapToObj(counter -> new GateKey.TableGate("main", new TableId("t" + counter)))
        .toList();
  }

  /** Adds one to every counter of a set, as one step; what was there before, as digits. */
  @Operation(params = "set")
  public int bump(@Param(name = "set") int set) {
    Runnable release = take(KEYS.get(set));
    try {
      int seen = 0;
      for (int counter : SETS[set]) {
        seen = 10 * seen + counters[counter]++;
      }
      return seen;
    } finally {
      release.run();
    }
  }
}
