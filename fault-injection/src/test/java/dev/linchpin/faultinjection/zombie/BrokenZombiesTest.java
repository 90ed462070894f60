package dev.linchpin.faultinjection.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.scenario.Deed.Kind;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.table.SharedStage;
import dev.linchpin.faultinjection.trace.ImmediateTraceJudge;
import dev.linchpin.faultinjection.trace.TraceKeeping;
import dev.linchpin.faultinjection.zombie.ZombieResult.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The judge of stopped processes judged: a rule that keeps zombies harmless is broken on purpose in
 * one of the processes, and the case turns red.
 */
@ExtendWith(SharedStage.class)
class BrokenZombiesTest {
  private static final String LATE_EFFECT =
      "writer-NEWCOMER-once-read/ApplyEffect/table commit@entry";
  private static final String LATE_OVER_ANOTHER =
      "writer-NEWCOMER-once/ApplyEffect/table commit@entry";
  private static final String LATE_CONFIRM =
      "writer-NEWCOMER-once/ConfirmEffects/sidecar put@entry";

  private static List<ZombieCell> cells = List.of();

  @Test
  void aWriterThatIgnoresEpochsPublishesWhatWasRolledBack(Stage stage) {
    String ignorant =
        rule("dev.linchpin.protocol.ReadSet", "firstMismatch", "RETURN ignoringEpochs($0, $1)");

    assertRed(run(stage, LATE_EFFECT, ignorant, "", ""), "rolled back and published");
  }

  @Test
  void aRecovererThatDoesNotFenceLetsTheWriterPublishWhatItHasAborted(Stage stage) {
    String lenient = rule("dev.linchpin.recovery.IntentResolver", "bumpEpochs", "RETURN true");

    assertRed(run(stage, LATE_EFFECT, "", lenient, ""), "ABORTED_EMPTY, yet published");
  }

  @Test
  void aWriterThatDoesNotArbitrateTakesBackWhatOthersHavePublished(Stage stage) {
    String reckless =
        rule("dev.linchpin.write.ArmedAttempt", "arbitrate", "RETURN java.util.Optional.empty()");

    assertRed(run(stage, LATE_CONFIRM, reckless, "", ""), "should have been NEVER_PUBLISHED");
  }

  @Test
  void aWriterThatTakesAnyNewerVersionForItsOwnIsRefusedByTheSpecification(Stage stage) {
    String credulous = rule("dev.linchpin.protocol.PostState$Exact", "admits", "RETURN true");

    ZombieResult result =
        run(
            stage,
            LATE_OVER_ANOTHER,
            List.of(credulous, "", ""),
            TraceKeeping.NONE.judgedBy(new ImmediateTraceJudge()));

    assertThat(result.found())
        .anyMatch(ImmediateTraceJudge::isOurs)
        .anyMatch(found -> found.contains("does not fit: ApplyEffect"));
  }

  @Test
  void aWriterThatNeverRealignsIsStuckBehindTheLateEffect(Stage stage) {
    String careless = rule("dev.linchpin.recovery.Realigner", "realign", "RETURN true");

    assertRed(run(stage, LATE_EFFECT, "", "", careless), "undisturbed, and yet no success");
  }

  @Test
  void aRecovererThatKeepsTheRevivedSidecarIsFoundOut(Stage stage) {
    String keeps = rule("dev.linchpin.lance.storage.SidecarStore", "remove", "RETURN");

    assertRed(run(stage, LATE_CONFIRM, "", "", keeps), "sidecars are left");
  }

  @Test
  void aProcessThatNeverComesToThePointIsAnErrorAndNeverAPass(Stage stage) {
    String elsewhere =
        rule(
            "dev.linchpin.write.WriteCoordinator",
            "execute",
            "throw new dev.linchpin.error.InvalidInputException(\"no\")");

    ZombieResult result = run(stage, LATE_EFFECT, elsewhere, "", "");

    assertThat(result.status()).as(result.toString()).isEqualTo(Status.ERROR);
    assertThat(result.found()).first().asString().contains("never came to");
  }

  private static synchronized List<ZombieCell> cells(Stage stage) {
    if (cells.isEmpty()) {
      Scenes scenes = new Scenes(stage);
      try (Crew healthy = new Crew(stage)) {
        cells = Zombies.writers(scenes, healthy, scenes.founded(), Kind.NEWCOMER);
      }
    }
    return cells;
  }

  private static ZombieResult run(
      Stage stage, String cell, String zombie, String other, String last) {
    return run(stage, cell, List.of(zombie, other, last), TraceKeeping.NONE);
  }

  private static ZombieResult run(
      Stage stage, String cell, List<String> sabotage, TraceKeeping keeping) {
    ZombieCell wanted =
        cells(stage).stream()
            .filter(candidate -> candidate.name().equals(cell))
            .findFirst()
            .orElseThrow();
    try (Crew crew = new Crew(stage, sabotage)) {
      return new ZombieRunner(stage, keeping).run(crew, wanted);
    }
  }

  private static void assertRed(ZombieResult result, String why) {
    assertThat(result.status()).as(result.toString()).isEqualTo(Status.FAILED);
    assertThat(result.found()).as(result.toString()).anyMatch(found -> found.contains(why));
  }

  private static String rule(String type, String method, String action) {
    return String.join(
        "\n",
        "RULE sabotage of " + method,
        "CLASS " + type,
        "METHOD " + method,
        "HELPER " + ZombieSabotageHelper.class.getName(),
        "AT ENTRY",
        "IF TRUE",
        "DO " + action,
        "ENDRULE",
        "",
        "");
  }
}
