package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.memory.Call;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.OperationId;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A write, and then its recoverers, end at every boundary of every durable call. */
class CrashExplorationTest {
  @ParameterizedTest
  @EnumSource
  void aCrashAtAnyBoundaryOfAWriteIsHealedByTheNextWriter(Works works) {
    int crashes = 0;
    for (boolean more = true; more; crashes++) {
      Story story = Works.seeded();
      Nth boundary = Nth.crash(Site.DURABLE, crashes);
      Outcome outcome = story.write(story.process("A", boundary), "a", works.work());
      more = boundary.fired();
      assertThat(outcome instanceof Outcome.Crashed).as(boundary.toString()).isEqualTo(more);
      story.requireAcknowledged(
          "B after " + boundary, story.write(story.process("B"), "b", Work.append("b", T1)));
      story.settle();
    }
    // Arm, one effect, confirm, publish, finalize: two boundaries each, and the run without crash.
    assertThat(crashes).isGreaterThanOrEqualTo(11);
  }

  @ParameterizedTest
  @EnumSource
  void aRecovererThatCrashesAtAnyBoundaryIsSucceededByTheNextOne(Works works) {
    int nested = 0;
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth one = Nth.crash(Site.DURABLE, first);
        Nth two = Nth.crash(Site.DURABLE, second);
        story.write(story.process("A", one), "a", works.work());
        story.write(story.process("B", two), "b", works.work());
        moreFirst = one.fired();
        moreSecond = two.fired();
        story.settle();
        requireOneAuditRecordAtMost(story);
        nested++;
      }
    }
    assertThat(nested).isGreaterThan(120);
  }

  @ParameterizedTest
  @EnumSource(names = "OVERWRITES")
  void twoRecoverersThatCrashOneAfterTheOtherAreSucceededByTheThird(Works works) {
    int nested = 0;
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        boolean moreThird = true;
        for (int third = 0; moreThird; third++) {
          Story story = Works.seeded();
          Nth one = Nth.crash(Site.DURABLE, first);
          Nth two = Nth.crash(Site.DURABLE, second);
          Nth three = Nth.crash(Site.DURABLE, third);
          story.write(story.process("A", one), "a", works.work());
          story.write(story.process("B", two), "b", works.work());
          story.write(story.process("C", three), "c", works.work());
          moreFirst = one.fired();
          moreSecond = two.fired();
          moreThird = three.fired();
          story.settle();
          nested++;
        }
      }
    }
    assertThat(nested).isGreaterThan(1_500);
  }

  @ParameterizedTest
  @EnumSource
  void theNextWriteOnTheSameHandleHealsWhatItsOwnFailureLeft(Works works) {
    boolean more = true;
    for (int fault = 0; more; fault++) {
      Story story = Works.seeded();
      Nth boundary = Faults.lose(Site.DURABLE, fault);
      MemoryProcess handle = story.process("A", boundary);
      story.write(handle, "a", works.work());
      handle.hook(Hook.NONE);
      story.requireAcknowledged(
          "the same handle after " + boundary, story.write(handle, "b", works.work()));
      story.requireNothingLeft();
      more = boundary.fired();
    }
  }

  /** Recoverers that follow each other find the same outcome; the first one has written it down. */
  private static void requireOneAuditRecordAtMost(Story story) {
    Map<OperationId, Long> records =
        story.world().audits().stream()
            .collect(Collectors.groupingBy(AuditRecord::operation, Collectors.counting()));
    assertThat(records.values()).as("audit records of each operation").allMatch(n -> n == 1);
  }

  /** C4: what a rollback leaves behind is published, so that nothing adds up. */
  @Test
  void tenCrashAndRetryRoundsLeaveNoAccumulatingDrift() {
    Story story = Works.seeded();
    for (int round = 0; round < 10; round++) {
      long before = story.versions(T1);
      Nth afterEffect =
          Nth.crash(s -> s.call() == Call.TABLE_COMMIT && s.moment() == Site.Moment.AFTER, 0);
      assertThat(
              story.write(
                  story.process("crasher" + round, afterEffect),
                  "lost" + round,
                  Work.append("lost", T1)))
          .isInstanceOf(Outcome.Crashed.class);
      Outcome retried =
          story.write(story.process("retry" + round), "kept" + round, Work.append("kept", T1));
      story.requireAcknowledged("retry " + round, retried);
      story.requireNothingLeft();
      assertThat(((Outcome.Acknowledged) retried).report().attempts()).isEqualTo(1);
      // The lost effect, its one compensation, and the retry's own effect.
      assertThat(story.versions(T1)).isEqualTo(before + 3);
    }
  }
}
