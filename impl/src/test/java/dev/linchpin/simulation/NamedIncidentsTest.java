package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.gates.GateKey;
import dev.linchpin.gates.GateManager;
import dev.linchpin.memory.Call;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site.Moment;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.AuditRecord.Kind;
import dev.linchpin.recovery.RecoveryBarrier;
import dev.linchpin.write.WriteOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Incidents that real systems of this kind have had, each by its number. */
class NamedIncidentsTest {
  private static Nth at(Call call, Moment moment, int n, Runnable meanwhile) {
    return new Nth(
        site -> site.call() == call && site.moment() == moment, n, site -> meanwhile.run());
  }

  private static void crash(Story story, Call call, Moment moment, int n) {
    Nth crash = Nth.crash(site -> site.call() == call && site.moment() == moment, n);
    assertThat(story.write(story.process("A", crash), "a", Work.append("a", T1)))
        .isInstanceOf(Outcome.Crashed.class);
  }

  private static RecoveryReport recover(MemoryProcess process) {
    return new RecoveryBarrier(process.protocol()).pass(intent -> true, Duration.ZERO);
  }

  /** C1, the race is between two recoverers. */
  @Test
  void aRollForwardThatLosesItsCasToTheVeryCommitConverges() {
    Story story = Works.seeded();
    crash(story, Call.MANIFEST_CAS, Moment.BEFORE, 0);
    MemoryProcess slow =
        story.process(
            "B",
            at(
                Call.MANIFEST_CAS,
                Moment.BEFORE,
                0,
                () -> {
                  // The other one publishes, and ends before it can remove the sidecar.
                  Nth end =
                      Nth.crash(
                          s -> s.call() == Call.MANIFEST_CAS && s.moment() == Moment.AFTER, 0);
                  story.write(story.process("C", end), "c", Work.append("c", T1));
                }));
    story.requireAcknowledged("B", story.write(slow, "b", Work.append("b", T1)));
    assertThat(story.published("a")).isTrue();
    assertThat(story.world().audits())
        .extracting(AuditRecord::kind, entry -> entry.recoveredBy().process())
        .containsExactly(tuple(Kind.CONVERGED, "B"));
    story.settle();
  }

  /** C1, the race is with the owner, which was only slow. */
  @Test
  void aRollForwardThatLosesItsCasToTheSlowOwnerConverges() {
    Story story = Works.seeded();
    AtomicReference<Outcome> recovered = new AtomicReference<>();
    Nth owner =
        at(
            Call.MANIFEST_CAS,
            Moment.AFTER,
            0,
            () -> recovered.set(story.write(story.process("B"), "b", Work.append("b", T1))));
    story.requireAcknowledged(
        "the owner", story.write(story.process("A", owner), "a", Work.append("a", T1)));
    story.requireAcknowledged("the recoverer", recovered.get());
    assertThat(story.world().audits())
        .extracting(AuditRecord::kind)
        .containsExactly(Kind.CONVERGED);
    story.settle();
  }

  /** C2. */
  @Test
  void aSidecarThatVanishesAfterItWasListedCountsAsCompleted() {
    for (int read = 0; read < 2; read++) {
      Story story = Works.seeded();
      crash(story, Call.TABLE_COMMIT, Moment.AFTER, 0);
      Nth vanishing = at(Call.SIDECAR_READ, Moment.BEFORE, read, () -> recover(story.process("C")));
      RecoveryReport report = recover(story.process("B", vanishing));
      assertThat(report.outcomes())
          .singleElement()
          .satisfies(
              outcome ->
                  assertThat(outcome.resolution()).isEqualTo(Resolution.COMPLETED_BY_ANOTHER));
      assertThat(report.clean()).isTrue();
      story.settle();
    }
  }

  @Test
  void aSecondRecoveryFindsNothingAndChangesNothing() {
    Story story = Works.seeded();
    crash(story, Call.TABLE_COMMIT, Moment.AFTER, 0);
    assertThat(recover(story.process("B")).outcomes())
        .extracting(RecoveryReport.IntentOutcome::resolution)
        .containsExactly(Resolution.ROLLED_BACK);
    long manifest = story.world().manifest().version();
    long head = story.versions(T1);
    assertThat(recover(story.process("C")).outcomes()).isEmpty();
    assertThat(story.world().manifest().version()).isEqualTo(manifest);
    assertThat(story.versions(T1)).isEqualTo(head);
    assertThat(story.world().audits()).hasSize(1);
    story.requireNothingLeft();
  }

  @Test
  void aSidecarThatCannotBeReadOverlapsEveryWriteAndStaysUntouched() {
    Story story = Works.seeded();
    story.world().putGarbage("zz-newer", "format 9 is newer than this code");
    Outcome outcome = story.write(story.process("A"), "a", Work.append("a", T2));
    assertThat(((Outcome.Failed) outcome).error())
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("zz-newer");
    assertThat(story.world().sidecars()).containsExactly("zz-newer");
  }

  /** A sidecar that appears after the barrier had passed. */
  @Test
  void anUnreadableSidecarThatAppearsDuringPrepareIsNamedToo() {
    Story story = Works.seeded();
    Nth late =
        at(Call.TABLE_HEAD, Moment.BEFORE, 0, () -> story.world().putGarbage("zz", "truncated"));
    Outcome outcome = story.write(story.process("A", late), "a", Work.append("a", T2));
    // It came after the listing under the gates: this write is through, the next one is refused.
    story.requireAcknowledged("the write that was ahead", outcome);
    assertThat(
            ((Outcome.Failed) story.write(story.process("B"), "b", Work.append("b", T1))).error())
        .isInstanceOf(UnsupportedFormatException.class);
  }

  /** Courtesy only decides who waits: an owner of this process that is at work is not fenced. */
  @Test
  @Timeout(60)
  void anAttemptThatThisProcessWorksOnIsWaitedForOrNamedButNeverFenced() {
    Story story = Works.seeded();
    AtomicReference<RecoveryReport> during = new AtomicReference<>();
    MemoryProcess process = story.process("A");
    process.hook(
        at(
            Call.TABLE_COMMIT,
            Moment.AFTER,
            0,
            () -> {
              Thread other = new Thread(() -> during.set(recover(process)));
              other.start();
              try {
                other.join();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            }));
    story.requireAcknowledged("A", story.write(process, "a", Work.append("a", T1)));
    assertThat(during.get().outcomes())
        .extracting(RecoveryReport.IntentOutcome::resolution)
        .containsExactly(Resolution.LEFT_TO_LIVE_OWNER);
    assertThat(story.world().manifest().head(T1).epoch()).isZero();
    story.settle();
  }

  /** Two threads of one process: the second one's write waits at the gate, then restarts. */
  @Test
  @Timeout(60)
  void twoThreadsOfOneProcessPublishOneAfterTheOther() throws Exception {
    Story story = Works.seeded();
    MemoryProcess process = story.process("A");
    WriteOptions patient = WriteOptions.DEFAULT.withCourtesy(Duration.ofSeconds(30));
    List<Thread> threads =
        List.of("x", "y", "z").stream()
            .map(
                name ->
                    new Thread(
                        () -> {
                          for (int i = 0; i < 20; i++) {
                            story.write(process, name + i, Work.increment(T1), patient);
                          }
                        }))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    story.outcomes().forEach(story::requireAcknowledged);
    assertThat(story.world().published(T1)).containsExactly("61");
    // In one process nobody is ever fenced off.
    assertThat(story.world().manifest().head(T1).epoch()).isZero();
    story.settle();
  }

  @Test
  void aFailureUnderTheGatesReleasesThem() {
    Story story = Works.seeded();
    for (Call call : List.of(Call.SIDECAR_PUT, Call.TABLE_COMMIT, Call.SIDECAR_LIST)) {
      MemoryProcess process =
          story.process("A-" + call.ordinal(), Faults.lose(site -> site.call() == call, 1));
      story.write(process, "a" + call, Work.append("a", T1));
      GateManager gates = process.protocol().gates();
      gates.acquire(List.of(new GateKey.TableGate("main", T1))).close();
    }
    story.settle();
  }

  @Test
  void aLiveOwnerElsewhereIsWaitedForAndNotFencedWhileItsTimeLasts() {
    Story story = Works.seeded();
    // With a bound far away the barrier waits; the owner ends meanwhile, so that nobody is fenced.
    AtomicReference<Outcome> waited = new AtomicReference<>();
    WriteOptions patient = WriteOptions.DEFAULT.withCourtesy(Duration.ofSeconds(30));
    Thread[] waiter = new Thread[1];
    Nth stall =
        at(
            Call.TABLE_COMMIT,
            Moment.AFTER,
            0,
            () -> {
              CountDownLatch looked = new CountDownLatch(1);
              MemoryProcess other =
                  story.process(
                      "B",
                      site -> {
                        if (site.call() == Call.OWNER_CHECK && site.moment() == Moment.AFTER) {
                          looked.countDown();
                        }
                      });
              waiter[0] =
                  new Thread(
                      () -> waited.set(story.write(other, "b", Work.append("b", T1), patient)));
              waiter[0].start();
              try {
                looked.await();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            });
    story.requireAcknowledged(
        "the owner", story.write(story.process("A", stall), "a", Work.append("a", T1)));
    try {
      waiter[0].join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    story.requireAcknowledged("the one that waited", waited.get());
    assertThat(story.world().manifest().head(T1).epoch()).isZero();
    story.settle();
  }

  /**
   * A confirmed write needs nothing but its publish; an armed one is fenced, which moves an epoch.
   * So the confirmed one goes first, whatever the sidecars are called.
   */
  @Test
  void aConfirmedIntentIsPublishedBeforeAnArmedOneOverItsReadSetIsFenced() {
    for (String rival : new String[] {"A", "Z"}) {
      Story story = Works.seeded();
      Nth interference =
          new Nth(
              site -> site.call() == Call.MANIFEST_CAS && site.moment() == Moment.BEFORE,
              0,
              site -> {
                Nth armed =
                    Nth.crash(s -> s.call() == Call.TABLE_COMMIT && s.moment() == Moment.BEFORE, 0);
                story.write(story.process(rival, armed), "rival", Work.append("x", T2));
                throw site.process().crash();
              });
      story.write(story.process("M", interference), "confirmed", Work.countInto("n", T2, T1));
      story.requireAcknowledged(
          "the next write", story.write(story.process("next"), "next", Work.append("y", T1, T2)));
      assertThat(story.published("confirmed")).as("beside intent of " + rival).isTrue();
      assertThat(story.published("rival")).isFalse();
      story.requireNothingLeft();
    }
  }
}
