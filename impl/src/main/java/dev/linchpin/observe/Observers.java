package dev.linchpin.observe;

import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.protocol.OperationId;
import java.time.Duration;
import java.util.List;

/**
 * Several observers as one.
 *
 * @param all each is told everything, in order
 */
public record Observers(List<Observer> all) implements Observer {
  /** Copies the list. */
  public Observers {
    all = List.copyOf(all);
  }

  @Override
  public void restarted(OperationId operation, int attempt, String cause, Duration elapsed) {
    all.forEach(observer -> observer.restarted(operation, attempt, cause, elapsed));
  }

  @Override
  public void gatesReleased(OperationId operation, int tables, Duration held) {
    all.forEach(observer -> observer.gatesReleased(operation, tables, held));
  }

  @Override
  public void recovered(IntentOutcome outcome, Duration elapsed) {
    all.forEach(observer -> observer.recovered(outcome, elapsed));
  }

  @Override
  public void finalizeFailed(OperationId operation, RuntimeException error) {
    all.forEach(observer -> observer.finalizeFailed(operation, error));
  }
}
