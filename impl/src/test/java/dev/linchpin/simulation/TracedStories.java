package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;

import dev.linchpin.memory.Call;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.trace.TraceEvent;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Whole runs of the real coordinator and the real recovery on the in-memory ports, with the trace
 * of every process, for whoever wants to hold them against the specification: each kind of trouble
 * at every place where it can strike.
 */
public final class TracedStories {
  /**
   * A run.
   *
   * @param name what happened where
   * @param events the traces of all processes, by {@link TraceEvent#process()}
   */
  public record TracedStory(String name, List<TraceEvent> events) {}

  private TracedStories() {}

  /**
   * Plays stories of all kinds.
   *
   * @param every one in so many of the exhaustive ones is handed out; 1 for all
   * @param seeds how many random schedules
   * @param taker gets each story
   */
  public static void play(int every, int seeds, Consumer<TracedStory> taker) {
    int[] count = {0};
    Consumer<TracedStory> sampled =
        story -> {
          if (count[0]++ % every == 0) {
            taker.accept(story);
          }
        };
    for (Works works : Works.values()) {
      alone(works, "crash", n -> Nth.crash(Site.DURABLE, n), sampled);
      alone(works, "lost reply", n -> Faults.lose(site -> true, n), sampled);
      overtaken(works, sampled);
      twiceOvertaken(works, sampled);
      recovererDies(works, sampled);
      foreign(works, sampled);
      taker.accept(confirmedLate(works));
      taker.accept(givenUpBeforeArming(works));
    }
    for (long seed = 0; seed < seeds; seed++) {
      Story story = RandomScheduleTest.play(seed);
      story.settle();
      taker.accept(new TracedStory("random schedule " + seed, story.trace()));
    }
  }

  /**
   * The confirmation is given up, somebody else settles the intent and removes it, and only then
   * the put lands and brings it back.
   */
  private static TracedStory confirmedLate(Works works) {
    Story story = Works.seeded();
    Nth givenUp =
        new Nth(
            site -> site.call() == Call.SIDECAR_PUT && site.moment() == Site.Moment.BEFORE,
            1,
            site -> {
              throw Faults.failure(site);
            });
    story.write(story.process("A", givenUp), "a", works.work());
    RecoveryIntent handedOver =
        story.world().sidecars().stream()
            .map(name -> (IntentRead.Readable) story.world().sidecar(name))
            .map(IntentRead.Readable::intent)
            .findFirst()
            .orElseThrow();
    story.write(story.process("B"), "b", works.work());
    story.world().putLate(inFlight(handedOver));
    story.settle();
    return new TracedStory(works + ", confirmed late", story.trace());
  }

  /** The list of intents cannot be read under the gates: the attempt ends before it has armed. */
  private static TracedStory givenUpBeforeArming(Works works) {
    Story story = Works.seeded();
    Nth unreadable =
        Faults.lose(
            site -> site.call() == Call.SIDECAR_LIST && site.moment() == Site.Moment.BEFORE, 1);
    story.write(story.process("A", unreadable), "a", works.work());
    story.settle();
    return new TracedStory(works + ", given up before arming", story.trace());
  }

  /** What the owner tried to write before it gave the intent away. */
  private static RecoveryIntent inFlight(RecoveryIntent handedOver) {
    return new RecoveryIntent(
        handedOver.operation(),
        handedOver.writerKind(),
        handedOver.target(),
        handedOver.owner(),
        false,
        handedOver.baseVersion(),
        handedOver.readSet(),
        handedOver.targets(),
        handedOver.plan(),
        handedOver.delta(),
        handedOver.lineage(),
        handedOver.phase());
  }

  private interface At {
    Nth at(int n);
  }

  /** One writer in trouble; then another one comes along. */
  private static void alone(Works works, String what, At trouble, Consumer<TracedStory> taker) {
    boolean more = true;
    for (int n = 0; more; n++) {
      Story story = Works.seeded();
      Nth nth = trouble.at(n);
      story.write(story.process("A", nth), "a", works.work());
      story.settle();
      more = nth.fired();
      taker.accept(new TracedStory(works + ", " + what + " at " + nth, story.trace()));
    }
  }

  /** A writer stalls before any call while another one writes. */
  private static void overtaken(Works works, Consumer<TracedStory> taker) {
    boolean more = true;
    for (int n = 0; more; n++) {
      Story story = Works.seeded();
      Nth stall =
          new Nth(
              Site.BETWEEN_CALLS, n, site -> story.write(story.process("B"), "b", works.work()));
      story.write(story.process("A", stall), "a", works.work());
      story.settle();
      more = stall.fired();
      taker.accept(new TracedStory(works + ", stalled at " + stall, story.trace()));
    }
  }

  /** A writer stalls, and so does the one that recovers it, while a third one writes. */
  private static void twiceOvertaken(Works works, Consumer<TracedStory> taker) {
    nested(
        works,
        (story, n) ->
            new Nth(
                Site.BETWEEN_CALLS,
                n,
                site -> story.write(story.process("C"), "c", Work.append("c", T1))),
        "both stalled",
        taker);
  }

  /** A writer stalls, and the one that recovers it dies. */
  private static void recovererDies(Works works, Consumer<TracedStory> taker) {
    nested(works, (story, n) -> Nth.crash(Site.DURABLE, n), "recoverer dead", taker);
  }

  private static void nested(
      Works works,
      BiFunction<Story, Integer, Nth> inner,
      String what,
      Consumer<TracedStory> taker) {
    boolean moreFirst = true;
    for (int first = 0; moreFirst; first++) {
      boolean moreSecond = true;
      for (int second = 0; moreSecond; second++) {
        Story story = Works.seeded();
        Nth two = inner.apply(story, second);
        Nth one =
            new Nth(
                Site.BETWEEN_CALLS,
                first,
                site -> story.write(story.process("B", two), "b", works.work()));
        story.write(story.process("A", one), "a", works.work());
        story.settle();
        moreFirst = one.fired();
        moreSecond = two.fired();
        taker.accept(
            new TracedStory(works + ", " + what + " at " + one + ", " + two, story.trace()));
      }
    }
  }

  /** A stranger commits in the middle of a write; nobody may pass. */
  private static void foreign(Works works, Consumer<TracedStory> taker) {
    for (Staged staged : List.of(Staged.append("f"), Staged.overwrite("f"))) {
      boolean more = true;
      for (int n = 0; more; n++) {
        Story story = Works.seeded();
        Nth foreign = new Nth(Site.BETWEEN_CALLS, n, site -> story.foreignCommit(T1, staged));
        MemoryProcess writer = story.process("A", foreign);
        story.write(writer, "a", works.work());
        story.write(story.process("B"), "b", works.work());
        more = foreign.fired();
        int dies = n % 12; // somewhere in the repair, or not at all
        story.dying(() -> story.repair(story.process("R", Nth.crash(Site.DURABLE, dies))));
        story.repair(story.process("S"));
        story.settle();
        taker.accept(new TracedStory(works + ", a stranger at " + foreign, story.trace()));
      }
    }
  }
}
