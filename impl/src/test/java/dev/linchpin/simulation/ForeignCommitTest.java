package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.UnverifiableEffectException;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.MemoryWorld;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Staged;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.write.WriteOptions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Somebody outside the protocol moves a table at every boundary of a write (C5). */
class ForeignCommitTest {
  static Stream<Arguments> cases() {
    return Stream.of(Staged.append("foreign"), Staged.overwrite("foreign"))
        .flatMap(
            foreign ->
                Stream.of(Work.append("a", T1), Work.overwrite("a", T1), Work.increment(T1))
                    .map(work -> Arguments.of(foreign, work)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void foreignMovementIsRefusedAndNeitherAdoptedNorDestroyed(Staged foreign, Work work) {
    int boundaries = 0;
    for (boolean more = true; more; boundaries++) {
      Story story = Works.seeded();
      Nth intrusion =
          new Nth(Site.BETWEEN_CALLS, boundaries, site -> story.world().foreignCommit(T1, foreign));
      Outcome outcome = story.write(story.process("A", intrusion), "a", work);
      more = intrusion.fired();
      if (more) {
        if (!(outcome instanceof Outcome.Acknowledged)) {
          requireRefused(outcome, intrusion);
        }
        requireRefusalKeepsEverything(story, intrusion);
      }
    }
    assertThat(boundaries).isGreaterThan(12);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void foreignMovementThenACrashKeepsTheIntentOfAnEffect(Staged foreign, Work work) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth intrusion =
            new Nth(Site.BETWEEN_CALLS, first, site -> story.world().foreignCommit(T1, foreign));
        Nth crash = Nth.crash(s -> Site.DURABLE.test(s) && intrusion.fired(), second);
        story.write(
            story.process(
                "A",
                site -> {
                  intrusion.at(site);
                  crash.at(site);
                }),
            "a",
            work);
        moreFirst = intrusion.fired();
        moreSecond = crash.fired();
        if (moreFirst) {
          requireRefusalKeepsEverything(story, intrusion);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void foreignMovementDuringARecoveryIsRefusedAndNeitherAdoptedNorDestroyed(
      Staged foreign, Work work) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth crash = Nth.crash(Site.DURABLE, first);
        Nth intrusion =
            new Nth(Site.BETWEEN_CALLS, second, site -> story.world().foreignCommit(T1, foreign));
        story.write(story.process("A", crash), "a", work);
        Outcome outcome = story.write(story.process("B", intrusion), "b", work);
        moreFirst = crash.fired();
        moreSecond = intrusion.fired();
        story.requireNoViolation();
        if (moreSecond) {
          if (!(outcome instanceof Outcome.Acknowledged)) {
            requireRefused(outcome, intrusion);
          }
          requireRefusalKeepsEverything(story, intrusion);
        }
      }
    }
  }

  @Test
  void aWriteWithOneAttemptNamesTheIntentThatCannotBeResolvedRatherThanContention() {
    for (boolean armed : new boolean[] {true, false}) {
      Story story = Works.seeded();
      Nth crash = Nth.crash(Site.DURABLE, armed ? 3 : 0);
      story.write(story.process("A", crash), "a", Work.append("a", T1));
      story.world().foreignCommit(T1, Staged.append("foreign"));
      Outcome outcome =
          story.write(
              story.process("B"),
              "b",
              Work.append("b", T1),
              WriteOptions.DEFAULT.withMaxAttempts(1));
      requireRefused(outcome, crash);
    }
  }

  private static void requireRefused(Outcome outcome, Nth where) {
    assertThat(outcome).as(where.toString()).isInstanceOf(Outcome.Failed.class);
    assertThat(((Outcome.Failed) outcome).error())
        .as(where.toString())
        .isInstanceOf(UnverifiableEffectException.class);
  }

  /**
   * The table that was moved is refused as long as it is so, the rest goes on, and the operator
   * finds everything as it was.
   */
  private static void requireRefusalKeepsEverything(Story story, Nth where) {
    MemoryWorld world = story.world();
    MemoryProcess other = story.process("other");
    List<String> sidecarsBefore = null;
    List<TableCommit> chainBefore = null;
    for (int round = 0; round < 3; round++) {
      requireRefused(story.write(other, "refused" + round, Work.append("b", T1)), where);
      story.requireNoViolation();
      List<TableCommit> chain = world.commits(MemoryWorld.path(T1), 0, story.versions(T1));
      if (round > 0) {
        assertThat(world.sidecars()).as(where.toString()).isEqualTo(sidecarsBefore);
        assertThat(chain).as(where.toString()).isEqualTo(chainBefore);
      }
      sidecarsBefore = world.sidecars();
      chainBefore = chain;
      story.requireAcknowledged(
          "the other table after " + where,
          story.write(other, "elsewhere" + round, Work.append("b", T2)));
    }
    assertThat(world.published(T1)).doesNotContain("foreign");
    long pointer = world.manifest().head(T1).version();
    for (TableCommit commit : world.commits(MemoryWorld.path(T1), pointer, story.versions(T1))) {
      if (commit instanceof TableCommit.OperationCommit effect) {
        assertThat(world.hasSidecar(effect.operation()))
            .as("intent of " + effect + " after " + where)
            .isTrue();
      }
    }
  }
}
