package dev.linchpin.observe;

import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Restarts, gate holds and recoveries as JDK Flight Recorder events; costs nothing while no
 * recording runs.
 */
public final class JfrObserver implements Observer {
  /** An observer of this process. */
  public JfrObserver() {}

  @Override
  public void restarted(OperationId operation, int attempt, String cause, Duration elapsed) {
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    AttemptRestarted event = new AttemptRestarted();
    event.operation = operation.value();
    event.attempt = attempt;
    event.cause = cause;
    event.elapsed = elapsed.toNanos();
    event.commit();
  }

  @Override
  public void gatesReleased(OperationId operation, int tables, Duration held) {
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    GatesReleased event = new GatesReleased();
    event.operation = operation.value();
    event.tables = tables;
    event.held = held.toNanos();
    event.commit();
  }

  @Override
  public void recovered(IntentOutcome outcome, Duration elapsed) {
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    IntentRecovered event = new IntentRecovered();
    event.intent = outcome.name();
    event.resolution = outcome.resolution().name();
    event.detail = outcome.detail();
    event.elapsed = elapsed.toNanos();
    event.commit();
  }

  @Override
  public void finalizeFailed(OperationId operation, RuntimeException error) {
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    FinalizeFailed event = new FinalizeFailed();
    event.operation = operation.value();
    event.error = error.toString();
    event.commit();
  }

  @Name("dev.linchpin.AttemptRestarted")
  @Label("Attempt restarted")
  @Category("Linchpin")
  @StackTrace(false)
  private static final class AttemptRestarted extends Event {
    @Label("Operation")
    private String operation;

    @Label("Attempt")
    private int attempt;

    @Label("Cause")
    private String cause;

    @Label("Elapsed")
    @Timespan(Timespan.NANOSECONDS)
    private long elapsed;
  }

  @Name("dev.linchpin.GatesReleased")
  @Label("Gates released")
  @Category("Linchpin")
  @StackTrace(false)
  private static final class GatesReleased extends Event {
    @Label("Operation")
    private String operation;

    @Label("Tables")
    private int tables;

    @Label("Held")
    @Timespan(Timespan.NANOSECONDS)
    private long held;
  }

  @Name("dev.linchpin.IntentRecovered")
  @Label("Intent recovered")
  @Category("Linchpin")
  @StackTrace(false)
  private static final class IntentRecovered extends Event {
    @Label("Intent")
    private String intent;

    @Label("Resolution")
    private String resolution;

    @Label("Detail")
    private String detail;

    @Label("Elapsed")
    @Timespan(Timespan.NANOSECONDS)
    private long elapsed;
  }

  @Name("dev.linchpin.FinalizeFailed")
  @Label("Sidecar removal failed")
  @Category("Linchpin")
  @StackTrace(false)
  private static final class FinalizeFailed extends Event {
    @Label("Operation")
    private String operation;

    @Label("Error")
    private String error;
  }
}
