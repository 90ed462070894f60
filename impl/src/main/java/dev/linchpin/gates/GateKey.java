package dev.linchpin.gates;

import dev.linchpin.protocol.TableId;
import java.util.Comparator;

/** What a gate protects; its rank is its place in the total order of seed section 4.3. */
public sealed interface GateKey extends Comparable<GateKey> {
  /** The total order: rank first, then the key's text. */
  Comparator<GateKey> TOTAL_ORDER =
      Comparator.comparingInt(GateKey::rank).thenComparing(GateKey::text);

  /**
   * The kind's place in the total order.
   *
   * @return 0 for the first
   */
  int rank();

  /**
   * The key's text within its kind.
   *
   * @return deterministic text
   */
  String text();

  @Override
  default int compareTo(GateKey other) {
    return TOTAL_ORDER.compare(this, other);
  }

  /**
   * A durable global operation claim.
   *
   * @param text the claim's deterministic key
   */
  record GlobalClaim(String text) implements GateKey {
    @Override
    public int rank() {
      return 0;
    }
  }

  /** Graph and schema control. */
  record SchemaControl() implements GateKey {
    @Override
    public int rank() {
      return 1;
    }

    @Override
    public String text() {
      return "";
    }
  }

  /**
   * Control of one branch.
   *
   * @param text the branch
   */
  record BranchControl(String text) implements GateKey {
    @Override
    public int rank() {
      return 2;
    }
  }

  /**
   * One table on one physical branch.
   *
   * @param branch the physical branch
   * @param table the table
   */
  record TableGate(String branch, TableId table) implements GateKey {
    @Override
    public int rank() {
      return 3;
    }

    @Override
    public String text() {
      return branch + '\0' + table.value();
    }
  }
}
