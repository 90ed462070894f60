package dev.linchpin.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.OperationId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserversTest {
  private static final OperationId OPERATION = new OperationId("op");

  private static IntentOutcome outcome(Resolution resolution) {
    return new IntentOutcome("op.json", Optional.of(OPERATION), resolution, "detail");
  }

  /** Everything that can be observed, once. */
  private static void everything(Observer observer) {
    observer.restarted(OPERATION, 3, "lost", Duration.ofNanos(5));
    observer.gatesReleased(OPERATION, 2, Duration.ofNanos(6));
    observer.recovered(outcome(Resolution.ROLLED_BACK), Duration.ofNanos(7));
    observer.finalizeFailed(OPERATION, new IllegalStateException("disk full"));
  }

  @Test
  void eachOfSeveralObserversIsToldEverythingInOrder() {
    List<String> told = new ArrayList<>();
    everything(new Observers(List.of(new Listener("a", told), new Listener("b", told))));
    assertThat(told)
        .containsExactly(
            "a restarted 3 lost",
            "b restarted 3 lost",
            "a released 2",
            "b released 2",
            "a recovered ROLLED_BACK",
            "b recovered ROLLED_BACK",
            "a failed disk full",
            "b failed disk full");
  }

  @Test
  void aRecoveryIsCleanOnlyIfNothingNeedsAnybody() {
    assertThat(new RecoveryReport(List.of()).clean()).isTrue();
    for (Resolution resolution : Resolution.values()) {
      boolean open =
          switch (resolution) {
            case LEFT_TO_LIVE_OWNER, REFUSED, UNREADABLE -> true;
            case ROLLED_FORWARD, CONVERGED, ROLLED_BACK, ABORTED_EMPTY, COMPLETED_BY_ANOTHER ->
                false;
          };
      assertThat(new RecoveryReport(List.of(outcome(resolution))).clean()).isEqualTo(!open);
      assertThat(
              new RecoveryReport(List.of(outcome(Resolution.CONVERGED), outcome(resolution)))
                  .clean())
          .isEqualTo(!open);
    }
  }

  @Test
  void aFlightRecordingHoldsEverythingWithItsValues(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("all.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      everything(new JfrObserver());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("dev.linchpin."))
            .toList();
    assertThat(events).hasSize(4);
    for (RecordedEvent event : events) {
      switch (event.getEventType().getName()) {
        case "dev.linchpin.AttemptRestarted" -> {
          assertThat(event.getString("operation")).isEqualTo("op");
          assertThat(event.getInt("attempt")).isEqualTo(3);
          assertThat(event.getString("cause")).isEqualTo("lost");
          assertThat(event.getDuration("elapsed")).isEqualTo(Duration.ofNanos(5));
        }
        case "dev.linchpin.GatesReleased" -> {
          assertThat(event.getString("operation")).isEqualTo("op");
          assertThat(event.getInt("tables")).isEqualTo(2);
          assertThat(event.getDuration("held")).isEqualTo(Duration.ofNanos(6));
        }
        case "dev.linchpin.IntentRecovered" -> {
          assertThat(event.getString("intent")).isEqualTo("op.json");
          assertThat(event.getString("resolution")).isEqualTo("ROLLED_BACK");
          assertThat(event.getString("detail")).isEqualTo("detail");
          assertThat(event.getDuration("elapsed")).isEqualTo(Duration.ofNanos(7));
        }
        case "dev.linchpin.FinalizeFailed" -> {
          assertThat(event.getString("operation")).isEqualTo("op");
          assertThat(event.getString("error")).contains("disk full");
        }
        default -> throw new AssertionError("unexpected " + event);
      }
    }
  }

  private record Listener(String name, List<String> told) implements Observer {
    @Override
    public void restarted(OperationId operation, int attempt, String cause, Duration elapsed) {
      told.add(name + " restarted " + attempt + " " + cause);
    }

    @Override
    public void gatesReleased(OperationId operation, int tables, Duration held) {
      told.add(name + " released " + tables);
    }

    @Override
    public void recovered(IntentOutcome outcome, Duration elapsed) {
      told.add(name + " recovered " + outcome.resolution());
    }

    @Override
    public void finalizeFailed(OperationId operation, RuntimeException error) {
      told.add(name + " failed " + error.getMessage());
    }
  }
}
