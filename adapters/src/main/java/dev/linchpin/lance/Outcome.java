package dev.linchpin.lance;

import dev.linchpin.protocol.HistoryEntry.GraphCommit;

/** What became of an operation, as far as it is durable. */
public sealed interface Outcome {
  /**
   * It is visible, for ever.
   *
   * @param commit its commit
   */
  record Published(GraphCommit commit) implements Outcome {}

  /**
   * It is not visible and never will be.
   *
   * @param detail why
   */
  record NotPublished(String detail) implements Outcome {}

  /**
   * It is not settled yet: its owner may be alive, or recovery has not dealt with it.
   *
   * @param detail how far it has come
   */
  record Pending(String detail) implements Outcome {}

  /** The graph knows no such operation: it never armed, so that it changed nothing. */
  record NoTrace() implements Outcome {}
}
