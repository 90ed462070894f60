package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.IMPATIENT;
import static dev.linchpin.simulation.Story.T1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.memory.Call;
import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Site.Moment;
import dev.linchpin.protocol.AuditRecord.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store fails: a call did not happen, or it did and only its reply is lost. */
class LostReplyExplorationTest {
  @ParameterizedTest
  @EnumSource
  void aLostReplyNeverTurnsIntoALie(Works works) {
    boolean more = true;
    for (int fault = 0; more; fault++) {
      Story story = Works.seeded();
      Nth boundary = Faults.lose(site -> true, fault);
      story.write(story.process("A", boundary), "a", works.work());
      more = boundary.fired();
      story.requireAcknowledged(
          "B after " + boundary, story.write(story.process("B"), "b", works.work()));
      story.requireNothingLeft();
      requireSettled(story);
      story.settle();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "OVERWRITES", "UPDATE_AND_OVERWRITE"})
  void twoLostRepliesNeverTurnIntoALie(Works works) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth one = Faults.lose(Site.DURABLE, first);
        Nth two = Faults.lose(site -> one.fired(), second);
        MemoryProcess process = story.process("A");
        process.hook(
            site -> {
              two.at(site);
              one.at(site);
            });
        story.write(process, "a", works.work());
        moreFirst = one.fired();
        moreSecond = two.fired();
        story.requireAcknowledged(
            "B after " + one + " and " + two, story.write(story.process("B"), "b", works.work()));
        story.requireNothingLeft();
        requireSettled(story);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRecovererThatLosesAReplyFailsItsOwnWriteAtMost(Works works) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth crash = Nth.crash(Site.DURABLE, first);
        Nth lost = Faults.lose(Site.DURABLE, second);
        MemoryProcess recoverer = story.process("B", lost);
        story.write(story.process("A", crash), "a", works.work());
        story.write(recoverer, "b", works.work());
        recoverer.hook(Hook.NONE);
        moreFirst = crash.fired();
        moreSecond = lost.fired();
        story.requireAcknowledged(
            "B again after " + crash + " and " + lost,
            story.write(recoverer, "b again", works.work()));
        story.requireNothingLeft();
        story.settle();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOutageFromAnyCallOnIsHealedByTheSameHandleWhenItEnds(Works works) {
    boolean more = true;
    for (int start = 0; more; start++) {
      Story story = Works.seeded();
      Faults.Outage outage = new Faults.Outage(site -> true, start);
      MemoryProcess handle = story.process("A", outage);
      Outcome during = story.write(handle, "a", works.work());
      more = outage.fired();
      outage.end();
      if (during instanceof Outcome.Failed failed) {
        assertThat(failed.error().dataState()).isNotEqualTo(DataState.UNKNOWN);
      }
      story.requireAcknowledged(
          "the same handle after " + outage + " " + during, story.write(handle, "b", works.work()));
      story.requireNothingLeft();
      requireSettled(story);
    }
  }

  /**
   * A port that breaks its contract and throws an error of its own must not make the writer lie.
   */
  @ParameterizedTest
  @EnumSource
  void anUntypedFailureOfAPortIsReportedAsHonestlyAsATypedOne(Works works) {
    boolean more = true;
    for (int start = 0; more; start++) {
      Story story = Works.seeded();
      Nth armed = new Nth(site -> site.call() == Call.SIDECAR_PUT, 0, site -> {});
      Nth broken = new Nth(site -> armed.fired(), start, site -> {});
      MemoryProcess handle = story.process("A");
      handle.hook(
          site -> {
            armed.at(site);
            broken.at(site);
            if (broken.fired()) {
              throw new IllegalStateException("a driver's own error");
            }
          });
      Outcome outcome = story.write(handle, "a", works.work());
      more = broken.fired();
      handle.hook(Hook.NONE);
      assertThat(outcome)
          .as(broken.toString())
          .isInstanceOfAny(Outcome.Failed.class, Outcome.Unknown.class, Outcome.Acknowledged.class);
      story.requireAcknowledged(
          "the same handle after " + broken, story.write(handle, "b", works.work()));
      story.requireNothingLeft();
      requireSettled(story);
    }
  }

  private static Nth losing(Call call, int n, Moment moment) {
    // A reply that is lost before the call happened, or after.
    return Faults.lose(site -> site.call() == call && site.moment() == moment, n);
  }

  @ParameterizedTest
  @EnumSource(Moment.class)
  void aLostReplyToTheConfirmationIsAnUnknownOutcomeThatABarrierSettles(Moment moment) {
    Story story = Works.seeded();
    // Sidecar puts: arm is the first, confirm the second.
    Outcome outcome =
        story.write(
            story.process("A", losing(Call.SIDECAR_PUT, 1, moment)), "a", Work.append("a", T1));
    assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    Outcome.Unknown unknown = (Outcome.Unknown) outcome;
    assertThat(unknown.error().dataState()).isEqualTo(DataState.UNKNOWN);
    assertThat(story.world().hasSidecar(unknown.error().operation())).isTrue();
    story.settle();
    requireSettled(story);
  }

  @Test
  void aLostReplyToThePublishThatHappenedIsRecognizedByIdentityAndAcknowledged() {
    Story story = Works.seeded();
    Outcome outcome =
        story.write(
            story.process("A", losing(Call.MANIFEST_CAS, 0, Moment.AFTER)),
            "a",
            Work.append("a", T1));
    story.requireAcknowledged("the write", outcome);
    story.requireNothingLeft();
    assertThat(((Outcome.Acknowledged) outcome).report().attempts()).isEqualTo(1);
    story.settle();
  }

  @Test
  void aPublishThatNeverHappenedIsAnUnknownOutcomeThatABarrierRollsForward() {
    Story story = Works.seeded();
    Outcome outcome =
        story.write(
            story.process("A", losing(Call.MANIFEST_CAS, 0, Moment.BEFORE)),
            "a",
            Work.append("a", T1));
    assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    assertThat(story.published("a")).isFalse();
    story.requireAcknowledged(
        "B", story.write(story.process("B"), "b", Work.append("b", T1), IMPATIENT));
    assertThat(story.published("a")).isTrue();
    assertThat(story.world().audits(((Outcome.Unknown) outcome).error().operation()))
        .singleElement()
        .satisfies(entry -> assertThat(entry.kind()).isEqualTo(Kind.ROLLED_FORWARD));
    story.settle();
  }

  /** Whoever was told "unknown" can learn the truth now: published, or audited as not published. */
  private static void requireSettled(Story story) {
    story
        .outcomes()
        .forEach(
            (request, outcome) -> {
              if (outcome instanceof Outcome.Unknown unknown && !story.published(request)) {
                assertThat(story.world().audits(unknown.error().operation()))
                    .as(request + " was unknown")
                    .isNotEmpty();
              }
            });
  }
}
