package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.memory.Site;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process stalls before any call, others take its write for dead, and it wakes late. */
class ZombieExplorationTest {
  @ParameterizedTest
  @EnumSource
  void aWriterThatWakesLateIsFencedOrFindsItsCommitOrStartsAgain(Works works) {
    int stalls = 0;
    for (boolean more = true; more; stalls++) {
      Story story = Works.seeded();
      Nth stall =
          new Nth(
              Site.BETWEEN_CALLS,
              stalls,
              site ->
                  story.requireAcknowledged(
                      "B", story.write(story.process("B"), "b", Work.overwrite("7", T1, T2))));
      Outcome late = story.write(story.process("A", stall), "a", works.work());
      more = stall.fired();
      story.requireAcknowledged("A, late after " + stall, late);
      story.settle();
    }
    assertThat(stalls).isGreaterThan(12);
  }

  @ParameterizedTest
  @EnumSource
  void aWriterAndItsRecovererThatBothWakeLateDoNoHarm(Works works) {
    int stalls = 0;
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth inner =
            new Nth(
                Site.BETWEEN_CALLS,
                second,
                site ->
                    story.requireAcknowledged(
                        "C", story.write(story.process("C"), "c", Work.append("c", T1))));
        Nth outer =
            new Nth(
                Site.BETWEEN_CALLS,
                first,
                site ->
                    story.requireAcknowledged(
                        "B", story.write(story.process("B", inner), "b", works.work())));
        Outcome late = story.write(story.process("A", outer), "a", works.work());
        moreFirst = outer.fired();
        moreSecond = inner.fired();
        story.requireAcknowledged("A, late after " + outer + ", " + inner, late);
        story.settle();
        stalls++;
      }
    }
    assertThat(stalls).isGreaterThan(250);
  }

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "OVERWRITE", "APPENDS", "OVERWRITES"})
  void aRecovererThatCrashesWhileTheWriterIsStalledDoesNotConfuseEither(Works works) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth crash = Nth.crash(Site.DURABLE, second);
        Nth stall =
            new Nth(
                Site.BETWEEN_CALLS,
                first,
                site -> story.write(story.process("B", crash), "b", works.work()));
        Outcome late = story.write(story.process("A", stall), "a", works.work());
        moreFirst = stall.fired();
        moreSecond = crash.fired();
        story.requireAcknowledged("A, late after " + stall + ", " + crash, late);
        story.settle();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "OVERWRITE", "APPENDS", "OVERWRITES"})
  void aZombieThatCrashesAfterItWokeLateLeavesNothingUnaccounted(Works works) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth stall =
            new Nth(
                Site.BETWEEN_CALLS,
                first,
                site ->
                    story.requireAcknowledged(
                        "B", story.write(story.process("B"), "b", works.work())));
        Nth crash =
            new Nth(
                site -> Site.DURABLE.test(site) && stall.fired(),
                second,
                site -> {
                  throw site.process().crash();
                });
        story.write(
            story.process(
                "A",
                site -> {
                  stall.at(site);
                  crash.at(site);
                }),
            "a",
            works.work());
        moreFirst = stall.fired();
        moreSecond = crash.fired();
        story.settle();
      }
    }
  }
}
