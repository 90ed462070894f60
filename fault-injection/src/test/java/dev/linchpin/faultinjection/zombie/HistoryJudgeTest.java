package dev.linchpin.faultinjection.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.faultinjection.scenario.Deed.Kind;
import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.History;
import dev.linchpin.faultinjection.witness.History.Version;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.AuditSeen;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import dev.linchpin.faultinjection.witness.Witness.SidecarSeen;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import dev.linchpin.faultinjection.zombie.HistoryJudge.CaseRecord;
import dev.linchpin.faultinjection.zombie.HistoryJudge.Fate;
import dev.linchpin.faultinjection.zombie.Told.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The judge on hand-made histories: a first commit, then one or two replacements of the notes. */
class HistoryJudgeTest {
  private static final String UUID = "-00000000-0000-0000-0000-000000000000";
  private static final Contents EMPTY = new Contents(Map.of("Note", Map.of()));
  private static final Contents ONE = EMPTY.with("Note", "one", "key", "one");
  private static final Contents TWO = EMPTY.with("Note", "two", "key", "two");
  private static final CommitSeen BASE = commit("c0", List.of(), "base" + UUID, 5);
  private static final CommitSeen FIRST = commit("c1", List.of("c0"), "a" + UUID, 6);
  private static final CommitSeen SECOND = commit("c2", List.of("c1"), "b" + UUID, 8);
  private static final Deed SAY_ONE = new Deed(Kind.REPLACE, "one");
  private static final Deed SAY_TWO = new Deed(Kind.REPLACE, "two");
  private static final Told ACK_ONE =
      new Told("a", SAY_ONE, new Answer.Acknowledged("a" + UUID, "c1", 6));
  private static final Told ACK_TWO =
      new Told("b", SAY_TWO, new Answer.Acknowledged("b" + UUID, "c2", 8));
  private static final List<Version> GOOD =
      List.of(
          version(5, EMPTY, Set.of(), BASE),
          version(6, ONE, Set.of(), BASE, FIRST),
          version(7, ONE, Set.of("lost" + UUID), BASE, FIRST),
          version(8, TWO, Set.of("lost" + UUID), BASE, FIRST, SECOND));
  private static final Witness END = end(8, 8, List.of(), List.of());

  private static CommitSeen commit(
      String id, List<String> parents, String operation, long manifestVersion) {
    return new CommitSeen(id, parents, operation, "someone", manifestVersion, Map.of());
  }

  private static Version version(
      long manifest, Contents contents, Set<String> rolledBack, CommitSeen... commits) {
    return new Version(manifest, Map.of("t", manifest), List.of(commits), rolledBack, contents);
  }

  private static Witness end(
      long pointer, long head, List<SidecarSeen> sidecars, List<AuditSeen> audits) {
    List<AuditSeen> all = new ArrayList<>(audits);
    all.add(audit("lost", "ROLLED_BACK"));
    return new Witness(
        Optional.of(8L),
        Map.of("Note", new TableSeen("t", "t.lance", pointer, 0, head, List.of())),
        List.of(BASE, FIRST, SECOND),
        Optional.of("c2"),
        sidecars,
        all,
        TWO);
  }

  private static AuditSeen audit(String operation, String kind) {
    return new AuditSeen(operation + UUID, kind, kind);
  }

  private static List<String> judge(List<Version> history, Told... told) {
    return judge(history, Map.of(), END, told);
  }

  private static List<String> judge(
      List<Version> history, Map<String, Fate> fates, Witness end, Told... told) {
    return HistoryJudge.judge(
        new CaseRecord(EMPTY, new History(history), List.of(told), fates, end, end));
  }

  private static List<Version> replaced(int index, Version version) {
    List<Version> versions = new ArrayList<>(GOOD);
    versions.set(index, version);
    return versions;
  }

  @Test
  void aHistoryThatIsJustTheDeedsOfItsCommitsPasses() {
    assertThat(judge(GOOD, ACK_ONE, ACK_TWO)).isEmpty();
  }

  @Test
  void anUnknownOrUnansweredCallMayBePublishedOrNot() {
    Told unknown = new Told("a", SAY_ONE, new Answer.Unknown("a" + UUID));
    Told killed = new Told("b", SAY_TWO, new Answer.Nothing());
    Told killedToo = new Told("c", SAY_TWO, new Answer.Nothing());
    Told unknownToo = new Told("d", SAY_TWO, new Answer.Unknown("d" + UUID));

    assertThat(judge(GOOD, unknown, killed, killedToo, unknownToo)).isEmpty();
  }

  @Test
  void rowsThatNoDeedExplainsAreFoundAlsoIfTheyAreGoneInTheEnd() {
    assertThat(judge(replaced(2, version(7, TWO, Set.of(), BASE, FIRST)), ACK_ONE, ACK_TWO))
        .anyMatch(found -> found.contains("at manifest version 7, Note two: expected no row"));
  }

  @Test
  void anAcknowledgedWriteThatIsNotInTheHistoryIsFound() {
    Told lost = new Told("c", SAY_ONE, new Answer.Acknowledged("c" + UUID, "c9", 7));

    assertThat(judge(GOOD, ACK_ONE, ACK_TWO, lost))
        .singleElement()
        .asString()
        .contains("acknowledged, yet not in the history");
  }

  @Test
  void aCallThatWasToldOfFailureAndIsPublishedIsFound() {
    Told failed = new Told("b", SAY_TWO, new Answer.Failed("ReadSetConflict"));

    assertThat(judge(GOOD, ACK_ONE, failed))
        .singleElement()
        .asString()
        .contains("told that it failed, yet published");
  }

  @Test
  void aCallThatIsPublishedTwiceIsFound() {
    CommitSeen twice = commit("c2", List.of("c1"), "a-00000000-0000-0000-0000-000000000001", 8);
    List<Version> history = replaced(3, version(8, ONE, Set.of(), BASE, FIRST, twice));

    assertThat(judge(history, ACK_ONE))
        .anyMatch(found -> found.contains("one call was published more than once"));
  }

  @Test
  void aCommitThatNobodyAskedForIsFound() {
    assertThat(judge(GOOD, ACK_ONE)).anyMatch(found -> found.contains("nobody had asked for it"));
  }

  @Test
  void anOperationThatIsBothRolledBackAndPublishedIsFound() {
    List<Version> history = replaced(3, version(8, TWO, Set.of("a" + UUID), BASE, FIRST, SECOND));

    assertThat(judge(history, ACK_ONE, ACK_TWO))
        .anyMatch(found -> found.contains("rolled back and published"));
  }

  @Test
  void historyThatIsLostOrAPointerThatGoesBackIsFound() {
    assertThat(judge(replaced(2, version(7, ONE, Set.of(), BASE)), ACK_ONE, ACK_TWO))
        .anyMatch(found -> found.contains("has lost or changed history"));
    Version back = new Version(7, Map.of("t", 4L), List.of(BASE, FIRST), Set.of(), ONE);
    assertThat(judge(replaced(2, back), ACK_ONE, ACK_TWO))
        .singleElement()
        .asString()
        .contains("went from version 6 to 4");
  }

  @Test
  void aFateThatDidNotComeToPassIsFound() {
    Map<String, Fate> fates = Map.of("a" + UUID, Fate.NEVER_PUBLISHED, "c" + UUID, Fate.PUBLISHED);

    assertThat(judge(GOOD, fates, END, ACK_ONE, ACK_TWO)).hasSize(2);
  }

  @Test
  void anAuditThatLiesIsFoundAndOneThatDoesNotIsNot() {
    Witness truthful =
        end(8, 8, List.of(), List.of(audit("a", "CONVERGED"), audit("c", "ROLLED_BACK")));
    Witness lying =
        end(8, 8, List.of(), List.of(audit("a", "ABORTED_EMPTY"), audit("c", "ROLLED_FORWARD")));

    assertThat(judge(GOOD, Map.of(), truthful, ACK_ONE, ACK_TWO)).isEmpty();
    assertThat(judge(GOOD, Map.of(), lying, ACK_ONE, ACK_TWO)).hasSize(2);
  }

  @Test
  void aRollbackThatNobodyToldOfIsFound() {
    Version last = version(8, TWO, Set.of("lost" + UUID, "silent" + UUID), BASE, FIRST, SECOND);

    assertThat(judge(replaced(3, last), ACK_ONE, ACK_TWO))
        .singleElement()
        .asString()
        .contains("rolled back without an audit: [silent-");
  }

  @Test
  void whatIsLeftLyingAboutIsFound() {
    SidecarSeen left =
        new SidecarSeen("s", "s", "armed", "c", Map.of(), Map.of(), Map.of(), "text");

    assertThat(judge(GOOD, Map.of(), end(8, 9, List.of(left), List.of()), ACK_ONE, ACK_TWO))
        .hasSize(2)
        .anyMatch(found -> found.contains("sidecars are left"))
        .anyMatch(found -> found.contains("HEAD 9 is not the pointer 8"));
  }

  @Test
  void anErrorThatIsNoneOfTheLibrarysIsFound() {
    Told broken = new Told("c", SAY_ONE, new Answer.Broken("BROKEN NullPointerException"));

    assertThat(judge(GOOD, ACK_ONE, ACK_TWO, broken))
        .singleElement()
        .asString()
        .contains("ended as none may");
  }
}
