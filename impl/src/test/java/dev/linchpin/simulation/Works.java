package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;

import dev.linchpin.memory.Staged;
import java.util.List;
import java.util.Map;

/** The writes that the explorations run: one and two tables, every conflict kind of a writer. */
enum Works {
  APPEND(Work.append("a", T1)),
  OVERWRITE(Work.overwrite("a", T1)),
  INCREMENT(Work.increment(T1)),
  APPENDS(Work.append("a", T1, T2)),
  OVERWRITES(Work.overwrite("a", T1, T2)),
  UPDATE_AND_OVERWRITE(
      Work.of(Map.of(T1, Staged.update(List.of("1"), List.of("a")), T2, Staged.overwrite("a")))),
  PROBE_AND_APPEND(Work.countInto("a", T2, T1));

  private final Work work;

  Works(Work work) {
    this.work = work;
  }

  Work work() {
    return work;
  }

  /** A story that has one row, the number 1, in each table. */
  static Story seeded() {
    Story story = new Story();
    story.requireAcknowledged("seed", story.write(story.process("seed"), "seed", SEED));
    return story;
  }

  private static final Work SEED = Work.append("1", T1, T2);
}
