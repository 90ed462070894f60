package dev.linchpin.protocol;

/**
 * The closed family of graph-visible writers (seed section 6). Each has exactly one effect adapter.
 */
public enum WriterKind {
  /** Mutation and load (seed section 6.1). */
  MUTATION
}
