package dev.linchpin.faultinjection.table;

/** Is told how a run goes on; called by one thread at a time. */
public interface ProgressListener {
  /** Tells nobody. */
  ProgressListener NONE = new ProgressListener() {};

  /**
   * A phase of the run begins.
   *
   * @param sentence what is being done
   */
  default void phase(String sentence) {}

  /**
   * A cell ended.
   *
   * @param result how
   * @param done how many have ended, this one included
   * @param total how many there are to run
   */
  default void cell(CellResult result, int done, int total) {}
}
