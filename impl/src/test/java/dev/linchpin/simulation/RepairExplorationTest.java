package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.StaleConfirmationException;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.ProcessCrashed;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.RepairRecord.Voided;
import dev.linchpin.protocol.TableId;
import dev.linchpin.recovery.RepairLook;
import dev.linchpin.recovery.RepairPreview;
import dev.linchpin.recovery.RepairReport;
import dev.linchpin.recovery.Repairer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stranger moves a table under a writer that ends anywhere, and an operator repairs it; the
 * repair ends anywhere, and others come between any two of its calls. Every durable step is held to
 * the invariants: among them, that the published content stays what was published, and that no
 * pointer passes a stranger's commit that is not on record.
 */
class RepairExplorationTest {
  private static final String OPERATOR = "olga";

  static Stream<Arguments> cases() {
    return Stream.of(Staged.append("foreign"), Staged.overwrite("foreign"))
        .flatMap(
            foreign ->
                Stream.of(Work.append("a", T1), Work.overwrite("a", T1, T2), Work.increment(T1))
                    .map(work -> Arguments.of(foreign, work)));
  }

  private static RepairPreview look(MemoryProcess process) {
    return new RepairLook(
            process.protocol().authority(),
            process.protocol().intents(),
            process.protocol().tables(),
            process.protocol().adapters())
        .look();
  }

  private static Optional<String> token(Story story) {
    return look(story.process("looker")).token();
  }

  private static RepairReport confirm(MemoryProcess process, String token) {
    return new Repairer(process.protocol()).repair(token, OPERATOR, Duration.ZERO);
  }

  /** Whatever an operator can do: look, confirm, and again, until nothing needs a repair. */
  private static int repairAll(Story story) {
    int rounds = 0;
    for (Optional<String> token = token(story); token.isPresent(); token = token(story)) {
      assertThat(confirm(story.process("healer" + rounds), token.get()).complete()).isTrue();
      story.requireNoViolation();
      rounds++;
      assertThat(rounds).as("repairs in a row").isLessThan(3);
    }
    return rounds;
  }

  /** Everything works again, and no stranger's row is published. */
  private static void requireHealed(Story story) {
    repairAll(story);
    story.settle();
    assertThat(story.world().published(T1)).doesNotContain("foreign");
    assertThat(story.world().published(T2)).doesNotContain("foreign");
  }

  /** A writer ends at its n-th durable boundary, and then a stranger comes. */
  private static Story moved(Staged foreign, Work work, Nth crash) {
    Story story = Works.seeded();
    story.write(story.process("A", crash), "a", work);
    story.world().foreignCommit(T1, foreign);
    return story;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRepairThatEndsAtAnyBoundaryIsFinishedByTheNextOne(Staged foreign, Work work) {
    int ends = 0;
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Nth crash = Nth.crash(Site.DURABLE, first);
        Story story = moved(foreign, work, crash);
        Nth end = Nth.crash(Site.DURABLE, second);
        endingRepair(story, "R", end);
        moreFirst = crash.fired();
        moreSecond = end.fired();
        ends += moreSecond ? 1 : 0;
        story.requireNoViolation();
        requireHealed(story);
        requireEachVoidedCommitOnRecordOnce(story);
      }
    }
    assertThat(ends).isGreaterThan(80);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void twoRepairsThatEndOneAfterTheOtherAreFinishedByTheThird(Staged foreign, Work work) {
    int nested = 0;
    for (int first : new int[] {3, 5, 100}) { // an effect, a confirmation, no crash
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        boolean moreThird = true;
        for (int third = 0; moreThird; third++) {
          Story story = moved(foreign, work, Nth.crash(Site.DURABLE, first));
          Nth one = Nth.crash(Site.DURABLE, second);
          Nth two = Nth.crash(Site.DURABLE, third);
          endingRepair(story, "R1", one);
          story.world().foreignCommit(T1, foreign);
          endingRepair(story, "R2", two);
          moreSecond = one.fired();
          moreThird = two.fired();
          requireHealed(story);
          nested++;
        }
      }
    }
    assertThat(nested).isGreaterThan(100);
  }

  private static void endingRepair(Story story, String name, Hook end) {
    Optional<String> token = token(story);
    if (token.isPresent()) {
      try {
        confirm(story.process(name, end), token.get());
      } catch (ProcessCrashed ended) {
        assertThat(ended).hasMessageContaining(name);
      }
    }
  }

  private static void requireEachVoidedCommitOnRecordOnce(Story story) {
    List<Long> voided =
        story.world().repairs().stream()
            .flatMap(record -> record.voided().stream())
            .map(Voided::version)
            .toList();
    assertThat(voided).hasSize(1);
    assertThat(story.world().repairs()).allMatch(record -> record.actor().equals(OPERATOR));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aStrangerWhoComesBetweenAnyTwoCallsOfARepairIsNeverVoidedUnseen(Staged foreign, Work work) {
    Tally tally = new Tally();
    for (TableId table : List.of(T1, T2)) {
      for (int first : new int[] {3, 5, 100}) {
        boolean more = true;
        for (int call = 0; more; call++) {
          Story story = moved(foreign, work, Nth.crash(Site.DURABLE, first));
          more = strangerComes(story, table, foreign, call, tally);
          requireHealed(story);
        }
      }
    }
    assertThat(tally.refused).isGreaterThan(20);
    assertThat(tally.completed).isGreaterThan(3);
  }

  private static final class Tally {
    private int refused;
    private int completed;
  }

  /** Returns whether the repair has a call of that number. */
  private static boolean strangerComes(
      Story story, TableId table, Staged foreign, int call, Tally tally) {
    String token = token(story).orElseThrow();
    long[] second = {0};
    Nth again =
        new Nth(
            Site.BETWEEN_CALLS,
            call,
            site -> {
              story.world().foreignCommit(table, foreign);
              second[0] = story.versions(table);
            });
    try {
      if (confirm(story.process("R", again), token).complete()) {
        tally.completed++;
      } else {
        tally.refused++;
      }
    } catch (StaleConfirmationException seen) {
      tally.refused++;
    }
    story.requireNoViolation();
    assertThat(
            story.world().repairs().stream()
                .filter(record -> record.table().equals(table))
                .flatMap(record -> record.voided().stream()))
        .as(again.toString())
        .noneMatch(voided -> voided.version() == second[0]);
    if (again.fired()) {
      assertThat(token(story)).as(again.toString()).isPresent();
    }
    return again.fired();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void writersWhoComeBetweenAnyTwoCallsOfARepairLoseNothing(Staged foreign, Work work) {
    int acknowledged = 0;
    for (int first : new int[] {3, 5, 100}) {
      boolean more = true;
      for (int call = 0; more; call++) {
        Story story = moved(foreign, work, Nth.crash(Site.DURABLE, first));
        String token = token(story).orElseThrow();
        Nth writers =
            new Nth(
                Site.BETWEEN_CALLS,
                call,
                site -> {
                  story.write(story.process("same"), "same", Work.append("same", T1));
                  story.write(story.process("other"), "other", Work.append("other", T2));
                });
        try {
          confirm(story.process("R", writers), token);
        } catch (StaleConfirmationException changed) {
          assertThat(changed.retrySafe()).isFalse();
        }
        more = writers.fired();
        story.requireNoViolation();
        requireHealed(story);
        acknowledged += story.published("same") ? 1 : 0;
      }
    }
    assertThat(acknowledged).isPositive();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aWriterOvertakenByARepairBetweenAnyTwoOfItsCallsLosesNothing(Staged foreign, Work work) {
    int acknowledged = 0;
    boolean more = true;
    for (int call = 0; more; call++) {
      Story story = Works.seeded();
      Nth repair =
          new Nth(
              Site.BETWEEN_CALLS,
              call,
              site -> {
                story.world().foreignCommit(T1, foreign);
                repairAll(story);
              });
      Outcome outcome = story.write(story.process("W", repair), "w", work);
      acknowledged += outcome instanceof Outcome.Acknowledged ? 1 : 0;
      more = repair.fired();
      story.requireNoViolation();
      requireHealed(story);
    }
    assertThat(acknowledged).isGreaterThan(5);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void twoOperatorsWithOneTokenRepairOnce(Staged foreign, Work work) {
    int stale = 0;
    for (int first : new int[] {3, 5, 100}) {
      boolean more = true;
      for (int call = 0; more; call++) {
        Story story = moved(foreign, work, Nth.crash(Site.DURABLE, first));
        String token = token(story).orElseThrow();
        Nth rival =
            new Nth(
                Site.BETWEEN_CALLS,
                call,
                site -> {
                  try {
                    confirm(story.process("rival"), token);
                  } catch (StaleConfirmationException late) {
                    // The first one has moved something already.
                    assertThat(late).hasMessageContaining("not repaired");
                  }
                });
        try {
          confirm(story.process("R", rival), token);
        } catch (StaleConfirmationException late) {
          stale++;
        }
        more = rival.fired();
        story.requireNoViolation();
        requireHealed(story);
      }
    }
    assertThat(stale).isPositive();
  }

  /** Whatever stands beyond its effects, a confirmed write on an unchanged base is published. */
  @ParameterizedTest
  @MethodSource("cases")
  void aConfirmedWriteIsPublishedByTheRepairAndAnArmedOneIsNot(Staged foreign, Work work) {
    int forward = 0;
    int back = 0;
    boolean more = true;
    for (int first = 0; more; first++) {
      Nth crash = Nth.crash(Site.DURABLE, first);
      Story story = moved(foreign, work, crash);
      boolean published = story.published("a");
      List<RepairPreview.IntentLook> intents = look(story.process("looker")).intents();
      boolean confirmed =
          intents.stream().anyMatch(look -> look.intent().phase() instanceof Phase.Confirmed);
      repairAll(story);
      assertThat(story.published("a")).as(crash.toString()).isEqualTo(published || confirmed);
      forward += confirmed && !published ? 1 : 0;
      back += intents.isEmpty() || confirmed ? 0 : 1;
      more = crash.fired();
      requireHealed(story);
    }
    assertThat(forward).isPositive();
    assertThat(back).isPositive();
  }

  @Test
  void lookingChangesNothingAndIsTheSameTwice() {
    Story story = moved(Staged.append("foreign"), Work.append("a", T1), Nth.crash(Site.DURABLE, 3));
    MemoryProcess looker =
        story.process(
            "looker", site -> assertThat(site.call().durable()).as(site.toString()).isFalse());
    RepairPreview look = look(looker);
    assertThat(look.token()).isPresent();
    assertThat(look(looker)).isEqualTo(look);
  }
}
