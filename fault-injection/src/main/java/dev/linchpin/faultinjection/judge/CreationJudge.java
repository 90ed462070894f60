package dev.linchpin.faultinjection.judge;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges the killed creation of a graph: it is there, complete, or it is not there and can be
 * created again; never half there (incident C11).
 */
public final class CreationJudge {
  private CreationJudge() {}

  /**
   * Judges one cell.
   *
   * @param dead what was durable when the creator was dead
   * @param settled what was durable after another process had opened or created, and written
   * @param again what was durable after yet another recovery
   * @param empty the rows of a graph that was just created
   * @param written the rows after that process has written
   * @param lines what that process said
   * @return the verdict; the crash contract has no row for it
   */
  public static Verdict judge(
      Witness dead,
      Witness settled,
      Witness again,
      Contents empty,
      Contents written,
      List<String> lines) {
    boolean there = dead.manifest().isPresent();
    List<String> found = new ArrayList<>();
    String first = there ? "FOUND" : "ABSENT";
    if (!lines.contains(first)) {
      found.add("the next process did not find the graph " + first + ": " + lines);
    }
    if (there) {
      found.addAll(empty.differences(dead.contents()));
    }
    found.addAll(written.differences(settled.contents()));
    if (lines.stream().noneMatch(line -> line.startsWith("ACK "))) {
      found.add("the next write does not work: " + lines);
    }
    if (settled.commits().size() != 2) {
      found.add("not exactly the two commits that were made: " + settled.commits());
    }
    if (!again.equals(settled)) {
      found.add("a second recovery changed something");
    }
    return new Verdict(
        Optional.empty(),
        there ? "the graph opens, empty and complete" : "no graph, and creation simply runs again",
        found);
  }
}
