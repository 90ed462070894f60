package dev.linchpin.faultinjection.zombie;

/** Is told how a run goes on; called by one thread at a time. */
public interface ZombieProgress {
  /** Tells nobody. */
  ZombieProgress NONE = new ZombieProgress() {};

  /**
   * A phase of the run begins.
   *
   * @param sentence what is being done
   */
  default void phase(String sentence) {}

  /**
   * A case ended.
   *
   * @param result how
   * @param done how many have ended, this one included
   * @param total how many there are to run
   */
  default void ended(ZombieResult result, int done, int total) {}
}
