package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks can fail: with an obligation taken away, the named property is seen broken. */
class MustFailTest {
  @ParameterizedTest(name = "without {0}: {1} is broken by {2}")
  @CsvSource({
    "weak-no-epochs,             NeverPublishedAndUndone, RecordAudit",
    "weak-no-bump,               NeverPublishedAndUndone, RecordAudit",
    "weak-landing-unchecked,     PublishedContentExact,   PublishManifest",
    "weak-effect-before-intent,  EffectOnlyAfterIntent,   ApplyEffect",
    "weak-audit-after-removal,   AuditBeforeRemoval,      RemoveThenAudit",
    "weak-read-dependency,       ReadSetUnchangedAtPublish, PublishManifest",
    "weak-realign-landing,       ForeignNeverTaken,       PublishRollback",
    "weak-delete-on-failure,     DriftAccountedFor,       DeleteOnFailure",
    "weak-early-acknowledgement, AcknowledgedStays,       AcknowledgeEarly",
    "weak-finalize-first,        AuditBeforeRemoval,      FinalizeFirst",
    "weak-publish-again,         PublishedAtMostOnce,     PublishAgain",
    "weak-repair-unrecorded,     ForeignNeverTaken,       PublishRollback",
    "weak-repair-unseen,         RepairOnlyAsPermitted,   RecordRepair",
    "weak-late-unconditional,    NeverPublishedAndUndone, LateEffect",
  })
  void anObligationTakenAwayBreaksTheNamedProperty(String run, String property, String lastStep)
      throws Exception {
    RunReport report = ModelCheck.run(ModelRun.mustFail(run), ProgressListener.SILENT);

    assertThat(report.outcome()).isInstanceOf(Outcome.Violated.class);
    Outcome.Violated violated = (Outcome.Violated) report.outcome();
    assertThat(violated.property()).isEqualTo(property);
    Counterexample story = violated.counterexample();
    assertThat(story.steps().get(0).action()).isEqualTo("CreateTables");
    assertThat(story.steps().get(0).actor()).isEqualTo("p1");
    assertThat(story.steps()).allSatisfy(step -> assertThat(step.changes()).isNotEmpty());
    assertThat(story.steps().get(story.steps().size() - 1).action()).isEqualTo(lastStep);
    System.out.println(story.render());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bait-NobodyRollsForward",
        "bait-NobodyRollsBack",
        "bait-NobodyAborts",
        "bait-NobodyRealigns",
        "bait-NothingResurrects",
        "bait-UnknownStaysUnseen"
      })
  void aBaitThatSaysSomethingNeverHappensIsTaken(String run) throws Exception {
    RunReport report = ModelCheck.run(ModelRun.mustFail(run), ProgressListener.SILENT);

    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Violated.class,
            violated -> assertThat("bait-" + violated.property()).isEqualTo(run));
  }

  @Test
  void livenessNeedsFairnessAndItsCounterexampleSaysHowItGoesOnForEver() throws Exception {
    RunReport report =
        ModelCheck.run(ModelRun.mustFail("bait-no-fairness"), ProgressListener.SILENT);

    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Violated.class,
            violated -> {
              assertThat(violated.property()).isEqualTo("EveryIntentEnds");
              assertThat(violated.counterexample().ending()).isNotEmpty();
              assertThat(violated.counterexample().render()).contains("and then");
            });
  }

  @Test
  void aConfigurationThatTlcRefusesIsNoVerdict() throws Exception {
    // The weakened definition is not in this module.
    ModelRun wrong =
        new ModelRun("weak-no-epochs", "MCLinchpin", ModelRun.Kind.MUST_FAIL, OptionalLong.empty());

    RunReport report = ModelCheck.run(wrong, ProgressListener.SILENT);

    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Broken.class,
            broken -> {
              assertThat(broken.exitCode()).isNotZero();
              assertThat(broken.message()).contains("PointersOnly");
            });
    assertThat(report.asExpected()).isFalse();
  }
}
