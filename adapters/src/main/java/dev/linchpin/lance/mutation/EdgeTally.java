package dev.linchpin.lance.mutation;

import dev.linchpin.lance.schema.Cardinality;
import dev.linchpin.lance.schema.EdgeType;

/** The endpoints of one edge type that a write touches, with their number of edges. */
final class EdgeTally {
  /** One direction of an edge type. */
  enum Side {
    OUTGOING,
    INCOMING;

    /** The column that holds the endpoint. */
    String column() {
      return this == OUTGOING ? EdgeType.FROM : EdgeType.TO;
    }

    String node(EdgeType edge) {
      return this == OUTGOING ? edge.from() : edge.to();
    }

    Cardinality bounds(EdgeType edge) {
      return this == OUTGOING ? edge.outgoing() : edge.incoming();
    }
  }

  private final EdgeType edge;
  private final DigestMap outgoing = new DigestMap();
  private final DigestMap incoming = new DigestMap();

  EdgeTally(EdgeType edge) {
    this.edge = edge;
  }

  EdgeType edge() {
    return edge;
  }

  /**
   * How many edges each touched endpoint has: those of new rows at first, and after the check of
   * edges those that stay in the base as well.
   */
  DigestMap of(Side side) {
    return side == Side.OUTGOING ? outgoing : incoming;
  }

  boolean boundedBelow(Side side) {
    return side.bounds(edge).min() > 0;
  }

  boolean bounded(Side side) {
    return !side.bounds(edge).equals(Cardinality.ANY);
  }
}
