package dev.linchpin.faultinjection.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.AuditSeen;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import dev.linchpin.faultinjection.witness.Witness.SidecarSeen;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import dev.linchpin.faultinjection.witness.Witness.VersionSeen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The judge on hand-made witnesses: one table {@code Person}, incarnation {@code t}. */
class JudgeTest {
  private static final String OP = Parties.VICTIM + "1";
  private static final Contents EMPTY = new Contents(Map.of("Person", Map.of()));
  private static final VersionSeen EFFECT =
      new VersionSeen(2, "uuid-1", "Append", Map.of("linchpin.operation", OP));
  private static final VersionSeen FOREIGN = new VersionSeen(2, "uuid-9", "Append", Map.of());
  private static final CommitSeen OWN =
      new CommitSeen("c1", List.of(), OP, "victim", 2, Map.of("t", 2L));
  private static final CommitSeen NEXT =
      new CommitSeen("c2", List.of(), Parties.NEXT + "1", "next", 9, Map.of("t", 9L));

  private static Contents with(Contents contents, String key) {
    return contents.with("Person", key, "key", key);
  }

  private static Contents ada(Contents contents) {
    return with(contents, "ada");
  }

  private static Contents next(Contents contents) {
    return with(contents, "next");
  }

  private static SidecarSeen sidecar(String phase, long pointer) {
    Map<String, Long> achieved = phase.equals("confirmed") ? Map.of("t", 2L) : Map.of();
    return new SidecarSeen(
        OP + ".json",
        OP,
        phase,
        "c1",
        Map.of("t", List.of(pointer, 0L)),
        Map.of("t", "uuid-1"),
        achieved,
        phase);
  }

  private static Witness witness(
      long pointer,
      List<VersionSeen> beyond,
      List<CommitSeen> commits,
      List<SidecarSeen> sidecars,
      Contents contents) {
    return new Witness(
        Optional.of(1L + commits.size()),
        Map.of(
            "Person",
            new TableSeen("t", "tables/t.lance", pointer, 0, pointer + beyond.size(), beyond)),
        commits,
        commits.isEmpty() ? Optional.empty() : Optional.of(commits.get(commits.size() - 1).id()),
        sidecars,
        List.of(),
        contents);
  }

  private static Witness audited(Witness witness, String... kinds) {
    return new Witness(
        witness.manifest(),
        witness.tables(),
        witness.commits(),
        witness.graphHead(),
        witness.sidecars(),
        java.util.Arrays.stream(kinds).map(kind -> new AuditSeen(OP, kind, kind)).toList(),
        witness.contents());
  }

  private static final Witness START = witness(1, List.of(), List.of(), List.of(), EMPTY);
  private static final Witness ARMED =
      witness(1, List.of(), List.of(), List.of(sidecar("armed", 1)), EMPTY);
  private static final Witness APPLIED =
      witness(1, List.of(EFFECT), List.of(), List.of(sidecar("armed", 1)), EMPTY);
  private static final Witness CONFIRMED =
      witness(1, List.of(EFFECT), List.of(), List.of(sidecar("confirmed", 1)), EMPTY);
  private static final Witness VISIBLE =
      witness(2, List.of(), List.of(OWN), List.of(sidecar("confirmed", 1)), ada(EMPTY));
  private static final Witness COMPLETE =
      witness(2, List.of(), List.of(OWN), List.of(), ada(EMPTY));
  private static final Witness WITHOUT =
      witness(9, List.of(), List.of(NEXT), List.of(), next(EMPTY));
  private static final Witness WITH =
      witness(
          9,
          List.of(),
          List.of(
              OWN, new CommitSeen("c2", List.of("c1"), NEXT.operation(), "next", 9, NEXT.tables())),
          List.of(),
          next(ada(EMPTY)));

  private static Verdict judge(Witness dead, Witness settled) {
    return judge(dead, settled, settled, Set.of());
  }

  private static Verdict judge(
      Witness dead, Witness settled, Witness again, Set<String> acknowledged) {
    return Judge.judge(
        new CaseFile(
            START,
            dead,
            dead,
            settled,
            again,
            EMPTY,
            contents -> contents,
            JudgeTest::ada,
            JudgeTest::next,
            acknowledged,
            List.of("OPENED []", "ACK " + NEXT.operation() + " c2", "SETTLED"),
            false));
  }

  private static ContractRow row(Witness witness) {
    return Judge.row(START, witness, Parties.VICTIM);
  }

  @Test
  void eachDurableStateFallsInItsRow() {
    assertThat(row(START)).isEqualTo(ContractRow.BEFORE_SIDECAR);
    assertThat(row(ARMED)).isEqualTo(ContractRow.SIDECAR_NO_EFFECT);
    assertThat(row(APPLIED)).isEqualTo(ContractRow.EFFECTS_NOT_CONFIRMED);
    assertThat(row(CONFIRMED)).isEqualTo(ContractRow.CONFIRMED_NOT_VISIBLE);
    assertThat(row(VISIBLE)).isEqualTo(ContractRow.VISIBLE_SIDECAR_REMAINS);
    assertThat(row(COMPLETE)).isEqualTo(ContractRow.COMPLETE);
  }

  @Test
  void whatEachRowDemandsPasses() {
    assertThat(judge(START, WITHOUT).found()).isEmpty();
    assertThat(judge(ARMED, audited(WITHOUT, "ABORTED_EMPTY")).found()).isEmpty();
    assertThat(judge(APPLIED, audited(WITHOUT, "ROLLED_BACK")).found()).isEmpty();
    assertThat(judge(CONFIRMED, audited(WITH, "ROLLED_FORWARD")).found()).isEmpty();
    assertThat(judge(VISIBLE, audited(WITH, "CONVERGED")).found()).isEmpty();
    assertThat(judge(COMPLETE, WITH).found()).isEmpty();
  }

  @Test
  void theOppositeOfWhatARowDemandsFails() {
    assertThat(judge(START, WITH).found()).isNotEmpty();
    assertThat(judge(ARMED, audited(WITH, "ROLLED_FORWARD")).found()).isNotEmpty();
    assertThat(judge(APPLIED, audited(WITH, "ROLLED_FORWARD")).found()).isNotEmpty();
    assertThat(judge(CONFIRMED, audited(WITHOUT, "ROLLED_BACK")).found()).isNotEmpty();
    assertThat(judge(VISIBLE, audited(WITHOUT, "ROLLED_BACK")).found()).isNotEmpty();
    assertThat(judge(COMPLETE, WITHOUT).found()).isNotEmpty();
  }

  @Test
  void aConfirmedWriteWhoseAuthorityChangedMustGoBack() {
    Witness moved = witness(3, List.of(EFFECT), List.of(), List.of(sidecar("confirmed", 1)), EMPTY);

    assertThat(judge(moved, audited(WITHOUT, "ROLLED_BACK")).found()).isEmpty();
    assertThat(judge(moved, audited(WITH, "ROLLED_FORWARD")).found()).isNotEmpty();
  }

  @Test
  void aConfirmedWriteThatAnotherConfirmedOneContestsIsAllOrNothing() {
    SidecarSeen rival =
        new SidecarSeen(
            "stranger-1.json",
            "stranger-1",
            "confirmed",
            "c9",
            Map.of("t", List.of(1L, 0L)),
            Map.of("t", "uuid-9"),
            Map.of("t", 2L),
            "confirmed");
    Witness contested =
        witness(1, List.of(EFFECT), List.of(), List.of(rival, sidecar("confirmed", 1)), EMPTY);

    assertThat(judge(contested, audited(WITH, "ROLLED_FORWARD")).found()).isEmpty();
    assertThat(judge(contested, audited(WITHOUT, "ROLLED_BACK")).found()).isEmpty();
    assertThat(judge(contested, audited(WITHOUT, "ROLLED_FORWARD")).found()).isNotEmpty();
    assertThat(judge(contested, audited(WITH, "ROLLED_BACK")).found()).isNotEmpty();
  }

  @Test
  void aConfirmedWriteIsNotGivenUpForOneThatIsOnlyArmed() {
    SidecarSeen rival =
        new SidecarSeen(
            "stranger-1.json",
            "stranger-1",
            "armed",
            "c9",
            Map.of("t", List.of(1L, 0L)),
            Map.of("t", "uuid-9"),
            Map.of(),
            "armed");
    Witness contested =
        witness(1, List.of(EFFECT), List.of(), List.of(rival, sidecar("confirmed", 1)), EMPTY);

    assertThat(judge(contested, audited(WITH, "ROLLED_FORWARD")).found()).isEmpty();
    assertThat(judge(contested, audited(WITHOUT, "ROLLED_BACK")).found()).isNotEmpty();
  }

  @Test
  void anAuditThatIsMissingOrLiesOrIsTooManyFails() {
    assertThat(judge(APPLIED, WITHOUT).found()).anyMatch(found -> found.contains("audit of"));
    assertThat(judge(APPLIED, audited(WITHOUT, "ROLLED_FORWARD")).found())
        .anyMatch(found -> found.contains("lies"));
    assertThat(judge(APPLIED, audited(WITHOUT, "ROLLED_BACK", "ROLLED_BACK")).found())
        .anyMatch(found -> found.contains("two audit records"));
    assertThat(judge(APPLIED, audited(WITHOUT, "ROLLED_BACK", "ABORTED_EMPTY")).found())
        .anyMatch(found -> found.contains("audit of"));
    assertThat(judge(START, audited(WITHOUT, "ROLLED_BACK")).found())
        .anyMatch(found -> found.contains("needs no audit"));
  }

  @Test
  void tornContentsAtTheCrashFail() {
    Witness torn = witness(2, List.of(), List.of(), List.of(sidecar("armed", 1)), ada(EMPTY));

    assertThat(judge(torn, audited(WITHOUT, "ABORTED_EMPTY")).found())
        .anyMatch(found -> found.contains("at the crash, published contents"));
  }

  @Test
  void anEffectWithoutAnIntentFails() {
    Witness naked = witness(1, List.of(FOREIGN), List.of(), List.of(), EMPTY);

    assertThat(judge(naked, WITHOUT).found())
        .anyMatch(found -> found.contains("an effect without an intent"));
  }

  @Test
  void leftoversFail() {
    Witness sidecarLeft =
        witness(9, List.of(), List.of(NEXT), List.of(sidecar("armed", 1)), next(EMPTY));
    Witness drift = witness(9, List.of(EFFECT), List.of(NEXT), List.of(), next(EMPTY));

    assertThat(judge(APPLIED, audited(sidecarLeft, "ROLLED_BACK")).found())
        .anyMatch(found -> found.contains("sidecars are left"));
    assertThat(judge(APPLIED, audited(drift, "ROLLED_BACK")).found())
        .anyMatch(found -> found.contains("HEAD 10 is not the pointer 9"));
  }

  @Test
  void aSecondRecoveryThatChangesSomethingFails() {
    assertThat(judge(START, WITHOUT, audited(WITHOUT, "ROLLED_BACK"), Set.of()).found())
        .anyMatch(found -> found.contains("a second recovery changed something"));
  }

  @Test
  void anAcknowledgedWriteThatIsNotInTheHistoryFails() {
    assertThat(judge(START, WITHOUT, WITHOUT, Set.of(OP)).found())
        .anyMatch(found -> found.contains("acknowledged, yet not in the history"));
    assertThat(judge(COMPLETE, WITH, WITH, Set.of(OP)).found()).isEmpty();
  }

  @Test
  void aPublicationUnderAnotherIdentityOrOfOtherVersionsFails() {
    CommitSeen otherId = new CommitSeen("c7", List.of(), OP, "victim", 2, Map.of("t", 2L));
    CommitSeen otherVersion = new CommitSeen("c1", List.of(), OP, "victim", 2, Map.of("t", 3L));
    for (CommitSeen wrong : List.of(otherId, otherVersion)) {
      CommitSeen next =
          new CommitSeen("c2", List.of(wrong.id()), NEXT.operation(), "next", 9, NEXT.tables());
      Witness settled = witness(9, List.of(), List.of(wrong, next), List.of(), next(ada(EMPTY)));

      assertThat(judge(CONFIRMED, audited(settled, "ROLLED_FORWARD")).found())
          .anyMatch(found -> found.startsWith("published "));
    }
  }

  @Test
  void aBrokenChainOfParentsFails() {
    CommitSeen orphan = new CommitSeen("c2", List.of(), NEXT.operation(), "next", 9, NEXT.tables());
    Witness settled = witness(9, List.of(), List.of(OWN, orphan), List.of(), next(ada(EMPTY)));

    assertThat(judge(COMPLETE, settled).found())
        .anyMatch(found -> found.contains("has parents [], not [c1]"));
  }

  @Test
  void aPointerThatWentBackwardsFails() {
    Witness settled = witness(1, List.of(), List.of(NEXT), List.of(), next(EMPTY));
    Witness dead = witness(2, List.of(), List.of(), List.of(), EMPTY);

    assertThat(judge(dead, settled).found())
        .anyMatch(found -> found.contains("the pointer went backwards"));
  }
}
