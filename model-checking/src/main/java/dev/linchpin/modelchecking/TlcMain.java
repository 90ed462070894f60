package dev.linchpin.modelchecking;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tlc2.TLC;
import tlc2.TLCGlobals;
import tlc2.tool.AbstractChecker;
import tlc2.tool.ModelChecker;

/** The entry point of the forked JVM: TLC, with progress more often than once a minute. */
final class TlcMain {
  /** Starts a progress line: generated, distinct, queued states and depth follow. */
  static final String PROGRESS = "@!@!@LINCHPIN-PROGRESS ";

  /** Starts the last line: the processor time of this JVM in nanoseconds follows. */
  static final String CPU = "@!@!@LINCHPIN-CPU ";

  private TlcMain() {}

  /**
   * Runs TLC and ends this JVM with its exit code.
   *
   * @param args the progress interval in milliseconds, then TLC's own arguments
   * @throws Exception if TLC cannot start
   */
  public static void main(String[] args) throws Exception {
    long interval = Long.parseLong(args[0]);
    ScheduledExecutorService reporter =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    reporter.scheduleAtFixedRate(TlcMain::report, interval, interval, TimeUnit.MILLISECONDS);
    Runtime.getRuntime().addShutdownHook(new Thread(TlcMain::reportProcessorTime));
    TLC.main(Arrays.copyOfRange(args, 1, args.length));
  }

  private static void reportProcessorTime() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      System.out.println(CPU + system.getProcessCpuTime());
    }
  }

  private static void report() {
    AbstractChecker checker = TLCGlobals.mainChecker;
    if (checker instanceof ModelChecker running) {
      System.out.println(
          PROGRESS
              + running.getStatesGenerated()
              + " "
              + running.getDistinctStatesGenerated()
              + " "
              + running.getStateQueueSize()
              + " "
              + running.getProgress());
    }
  }
}
