package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;

import dev.linchpin.memory.Hook;
import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Site;
import dev.linchpin.memory.Staged;
import dev.linchpin.trace.TraceSink;

/** Runs that reach every action of writers and recoverers. */
public final class TracedRuns {
  private TracedRuns() {}

  /** Crashes, lost replies, late writers and foreign commits at every boundary of a write. */
  public static void run(TraceSink sink) {
    for (Works works : new Works[] {Works.APPEND, Works.OVERWRITES}) {
      crashes(sink, works);
      lostReplies(sink, works);
      overtaken(sink, works);
      foreignCommits(sink, works);
    }
  }

  private static MemoryProcess process(Story story, TraceSink sink, String name, Hook hook) {
    return story.process(name, hook, sink);
  }

  private static void crashes(TraceSink sink, Works works) {
    boolean more = true;
    for (int n = 0; more; n++) {
      Story story = Works.seeded();
      Nth crash = Nth.crash(Site.DURABLE, n);
      story.write(process(story, sink, "A", crash), "a", works.work());
      story.write(process(story, sink, "B", Hook.NONE), "b", works.work());
      more = crash.fired();
    }
  }

  private static void lostReplies(TraceSink sink, Works works) {
    boolean more = true;
    for (int n = 0; more; n++) {
      Story story = Works.seeded();
      Nth lost = Faults.lose(Site.DURABLE, n);
      story.write(process(story, sink, "A", lost), "a", works.work());
      story.write(process(story, sink, "B", Hook.NONE), "b", works.work());
      more = lost.fired();
    }
  }

  private static void overtaken(TraceSink sink, Works works) {
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
                    story.write(process(story, sink, "C", Hook.NONE), "c", Work.append("c", T1)));
        Nth outer =
            new Nth(
                Site.BETWEEN_CALLS,
                first,
                site -> story.write(process(story, sink, "B", inner), "b", works.work()));
        story.write(process(story, sink, "A", outer), "a", works.work());
        moreFirst = outer.fired();
        moreSecond = inner.fired();
      }
    }
  }

  private static void foreignCommits(TraceSink sink, Works works) {
    boolean more = true;
    for (int n = 0; more; n++) {
      Story story = Works.seeded();
      Nth foreign =
          new Nth(
              Site.BETWEEN_CALLS, n, site -> story.world().foreignCommit(T1, Staged.append("f")));
      story.write(process(story, sink, "A", foreign), "a", works.work());
      story.repair(process(story, sink, "R", Hook.NONE));
      more = foreign.fired();
    }
  }
}
