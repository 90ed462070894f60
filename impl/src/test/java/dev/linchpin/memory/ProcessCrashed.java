package dev.linchpin.memory;

/**
 * A process ended here. An error, so that no handler of the code under test mistakes it for a
 * failure that it could report or clean up after.
 */
public final class ProcessCrashed extends Error {
  private static final long serialVersionUID = 1L;

  ProcessCrashed(String process) {
    super("process " + process + " has crashed");
  }
}
