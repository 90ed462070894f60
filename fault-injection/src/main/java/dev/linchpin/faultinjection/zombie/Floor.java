package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Stage;
import java.util.concurrent.TimeUnit;

/**
 * Who is at work in a schedule: a stopped process goes on when the others have ended so many
 * writes, or when nobody else is at work any more.
 */
final class Floor {
  private int working;
  private int ended;

  Floor(int processes) {
    this.working = processes;
  }

  synchronized void writeEnded() {
    ended++;
    notifyAll();
  }

  /** A process has come to the end of its program, or its thread to an error. */
  synchronized void left() {
    working--;
    notifyAll();
  }

  /** Waits as a stopped process does, which ends no write meanwhile. */
  synchronized void awaitOthers(int writes) {
    int goal = ended + writes;
    long deadline = System.nanoTime() + Stage.PATIENCE.toNanos();
    working--;
    notifyAll();
    try {
      while (ended < goal && working > 0) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new IllegalStateException("the other processes of the schedule do not get on");
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while others were working", e);
    } finally {
      working++;
    }
  }
}
