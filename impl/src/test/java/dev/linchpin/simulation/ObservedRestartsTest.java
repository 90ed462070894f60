package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.IMPATIENT;
import static dev.linchpin.simulation.Story.T1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.ReadSetConflictException;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.memory.Call;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Site.Moment;
import dev.linchpin.observe.JfrObserver;
import dev.linchpin.observe.Observer;
import dev.linchpin.observe.Observers;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.write.WriteOptions.OnConflict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restarts are bounded, counted and observable, and so is each recovery. */
class ObservedRestartsTest {
  private record Restart(OperationId operation, int attempt, String cause, Duration elapsed) {}

  private static final class Recorder implements Observer {
    private final List<Restart> restarts = new ArrayList<>();
    private final List<IntentOutcome> recoveries = new ArrayList<>();
    private final List<OperationId> finalizeFailures = new ArrayList<>();
    private final List<Integer> releases = new ArrayList<>();

    @Override
    public void restarted(OperationId operation, int attempt, String cause, Duration elapsed) {
      restarts.add(new Restart(operation, attempt, cause, elapsed));
    }

    @Override
    public void gatesReleased(OperationId operation, int tables, Duration held) {
      assertThat(held).isPositive();
      releases.add(tables);
    }

    @Override
    public void recovered(IntentOutcome outcome, Duration elapsed) {
      assertThat(elapsed).isPositive();
      recoveries.add(outcome);
    }

    @Override
    public void finalizeFailed(OperationId operation, RuntimeException error) {
      finalizeFailures.add(operation);
    }
  }

  /** Another process publishes on the same table before the listing under the gates, n times. */
  private static Hook overtaking(Story story, int times) {
    int[] done = {0};
    return site -> {
      if (site.call() == Call.TABLE_HEAD && site.moment() == Moment.BEFORE && done[0] < times) {
        int round = done[0]++;
        story.requireAcknowledged(
            "the other one",
            story.write(story.process("other" + round), "other" + round, Work.append("o", T1)));
      }
    };
  }

  @Test
  void restartsAreBoundedAndEachIsReportedWithItsCause() {
    Story story = Works.seeded();
    Recorder recorder = new Recorder();
    MemoryProcess process = story.process("A", recorder);
    process.hook(overtaking(story, Integer.MAX_VALUE));
    Outcome outcome = story.write(process, "a", Work.append("a", T1), IMPATIENT.withMaxAttempts(3));
    RetriesExhaustedException error =
        (RetriesExhaustedException) ((Outcome.Failed) outcome).error();
    assertThat(error.causes()).hasSize(3).allSatisfy(c -> assertThat(c).contains("T_t1"));
    assertThat(error.dataState()).isEqualTo(DataState.UNCHANGED);
    assertThat(recorder.restarts).extracting(Restart::attempt).containsExactly(1, 2, 3);
    assertThat(recorder.restarts).extracting(Restart::cause).isEqualTo(error.causes());
    assertThat(recorder.restarts).extracting(Restart::operation).doesNotHaveDuplicates();
    assertThat(recorder.restarts).allSatisfy(r -> assertThat(r.elapsed()).isPositive());
    assertThat(recorder.releases).containsExactly(1, 1, 1);
    story.settle();
  }

  @Test
  void aSuccessfulWriteReportsItsAttemptsAndWhyTheEarlierOnesWereDiscarded() {
    Story story = Works.seeded();
    Recorder recorder = new Recorder();
    MemoryProcess process = story.process("A", recorder);
    process.hook(overtaking(story, 2));
    Outcome outcome = story.write(process, "a", Work.append("a", T1));
    story.requireAcknowledged("A", outcome);
    var report = ((Outcome.Acknowledged) outcome).report();
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.restarts())
        .isEqualTo(recorder.restarts.stream().map(Restart::cause).toList())
        .hasSize(2);
    assertThat(report.gateHoldTime()).isPositive();
    assertThat(report.prepareTime()).isPositive();
    assertThat(report.result()).isEqualTo(report.operation().value());
    story.settle();
  }

  @Test
  void aCallerWhoAsksForNoRestartGetsTheTypedConflict() {
    Story story = Works.seeded();
    MemoryProcess process = story.process("A");
    process.hook(overtaking(story, 1));
    Outcome outcome =
        story.write(process, "a", Work.append("a", T1), IMPATIENT.onConflict(OnConflict.FAIL));
    assertThat(((Outcome.Failed) outcome).error())
        .isInstanceOf(ReadSetConflictException.class)
        .extracting("dataState")
        .isEqualTo(DataState.UNCHANGED);
    story.settle();
  }

  @Test
  void restartsRecoveriesAndGatesAreFlightRecorderEvents(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("events.jfr");
    Recorder recorder = new Recorder();
    try (Recording recording = new Recording()) {
      recording.enable("dev.linchpin.*");
      for (String name :
          List.of("AttemptRestarted", "GatesReleased", "IntentRecovered", "FinalizeFailed")) {
        recording.enable("dev.linchpin." + name).withoutThreshold();
      }
      recording.start();
      Story story = Works.seeded();
      Nth crash = Nth.crash(s -> s.call() == Call.TABLE_COMMIT && s.moment() == Moment.AFTER, 0);
      story.write(story.process("dead", crash), "dead", Work.append("d", T1));
      MemoryProcess process =
          story.process("A", new Observers(List.of(recorder, new JfrObserver())));
      Hook overtaking = overtaking(story, 1);
      process.hook(
          site -> {
            // Only the writer's own reads of HEAD are overtaken, not those of its recovery.
            if (!story.world().audits().isEmpty()) {
              overtaking.at(site);
            }
            boolean published =
                story.world().manifest().window().stream()
                    .anyMatch(entry -> entry.operation().value().startsWith("A-"));
            if (published && Site.DURABLE.test(site) && site.call() == Call.SIDECAR_REMOVE) {
              throw Faults.failure(site);
            }
          });
      story.requireAcknowledged("A", story.write(process, "a", Work.append("a", T1)));
      recording.stop();
      recording.dump(file);
      story.settle();
    }
    assertThat(recorder.restarts).hasSize(1);
    assertThat(recorder.recoveries)
        .extracting(IntentOutcome::resolution)
        .contains(Resolution.ROLLED_BACK);
    assertThat(recorder.finalizeFailures).hasSize(1);

    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    RecordedEvent restart = only(events, "AttemptRestarted");
    assertThat(restart.getString("operation"))
        .isEqualTo(recorder.restarts.get(0).operation().value());
    assertThat(restart.getInt("attempt")).isEqualTo(1);
    assertThat(restart.getString("cause")).isEqualTo(recorder.restarts.get(0).cause());
    assertThat(restart.getDuration("elapsed")).isEqualTo(recorder.restarts.get(0).elapsed());
    assertThat(named(events, "GatesReleased")).hasSize(recorder.releases.size());
    assertThat(named(events, "IntentRecovered"))
        .extracting(event -> event.getString("resolution"))
        .isEqualTo(
            recorder.recoveries.stream().map(outcome -> outcome.resolution().name()).toList());
    assertThat(only(events, "FinalizeFailed").getString("operation"))
        .isEqualTo(recorder.finalizeFailures.get(0).value());
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("dev.linchpin." + name))
        .toList();
  }

  private static RecordedEvent only(List<RecordedEvent> events, String name) {
    List<RecordedEvent> found = named(events, name);
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }
}
