package dev.linchpin.trace;

/**
 * Where trace events go. Called by many threads at once; it takes no lock that orders the actions.
 */
public interface TraceSink {
  /** Drops every event. */
  TraceSink NONE = event -> {};

  /**
   * Takes one event.
   *
   * @param event the event
   */
  void emit(TraceEvent event);
}
