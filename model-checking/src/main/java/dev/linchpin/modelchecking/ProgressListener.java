package dev.linchpin.modelchecking;

/** Is told how a model check goes on; called from one thread. */
public interface ProgressListener {
  /** A listener that does not listen. */
  ProgressListener SILENT = new ProgressListener() {};

  /**
   * A TLC run is about to start.
   *
   * @param run what will be checked
   */
  default void started(ModelRun run) {}

  /**
   * A run goes on; called about once a second.
   *
   * @param progress how far it is
   */
  default void progress(Progress progress) {}

  /**
   * A run has ended.
   *
   * @param report what it found
   */
  default void finished(RunReport report) {}
}
