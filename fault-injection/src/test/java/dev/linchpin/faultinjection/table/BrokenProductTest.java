package dev.linchpin.faultinjection.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.point.CrashPoint;
import dev.linchpin.faultinjection.scenario.Scenarios;
import dev.linchpin.faultinjection.scenario.Stage;
import dev.linchpin.faultinjection.scenario.Stage.Prepared;
import dev.linchpin.faultinjection.table.CellResult.Status;
import dev.linchpin.faultinjection.table.CellRunner.Sabotage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The judge judged: each obligation is broken on purpose in a running child, and a cell turns red.
 */
@ExtendWith(SharedStage.class)
class BrokenProductTest {
  private static final String RESOLVER = "dev.linchpin.recovery.IntentResolver";

  @Test
  void deletingTheSidecarInsteadOfResolvingItTurnsTheCellRed(Stage stage) {
    String discard = rule(RESOLVER, "resolve", "TRUE", "RETURN discard($0.protocol, $1)");

    CellResult cell = nextIsBroken(stage, "two-tables/ApplyEffect/table commit@exit", discard);

    assertRed(cell, "audit of victim-");
  }

  @Test
  void movingThePointerToWhateverIsLiveTurnsTheCellRed(Stage stage) {
    String adopt =
        rule(
            "dev.linchpin.recovery.Realigner",
            "realign",
            "TRUE",
            "RETURN adoptHead($0.protocol, $1)");

    CellResult cell = nextIsBroken(stage, "two-tables/ApplyEffect/table commit@exit", adopt);

    assertRed(cell, "expected no row, found {");
  }

  @Test
  void anEffectBeforeItsSidecarTurnsTheCellRed(Stage stage) {
    String noSidecar = rule("dev.linchpin.lance.storage.SidecarStore", "put", "first()", "RETURN");

    CellResult cell = victimIsBroken(stage, "one-insert/ApplyEffect/table commit@exit", noSidecar);

    assertRed(cell, "an effect without an intent");
  }

  @Test
  void aRecoveryWithoutAnAuditTurnsTheCellRed(Stage stage) {
    String noAudit = rule("dev.linchpin.lance.storage.BlobAuditLog", "record", "TRUE", "RETURN");

    CellResult cell = nextIsBroken(stage, "one-insert/ConfirmEffects@exit", noAudit);

    assertRed(cell, "audit of victim-");
  }

  @Test
  void removingTheSidecarBeforeTheAuditIsDurableTurnsTheCellRed(Stage stage) {
    String removeEarly = rule(RESOLVER, "bumpEpochs", "TRUE", "removeEarly($0.protocol, $1)");

    CellResult cell =
        victimIsBroken(stage, "recover-back-one/RecordAudit/audit record@entry", removeEarly);

    assertRed(cell, "the sidecar was gone and no audit was there");
  }

  @Test
  void keepingASidecarThatIsResolvedTurnsTheCellRed(Stage stage) {
    String keep = rule("dev.linchpin.lance.storage.SidecarStore", "remove", "TRUE", "RETURN");

    CellResult cell = nextIsBroken(stage, "one-insert/ArmRecovery@exit", keep);

    assertRed(cell, "sidecars are left");
  }

  @Test
  void acknowledgingWhatWasNeverPublishedTurnsTheCellRed(Stage stage) {
    String lie =
        rule(
            "dev.linchpin.lance.storage.LanceManifestAuthority",
            "compareAndSet",
            "first()",
            "RETURN dev.linchpin.spi.ManifestAuthority$CasOutcome.WON");

    CellResult cell = victimIsBroken(stage, "restart/Prepare#3@exit", lie);

    assertRed(cell, "acknowledged, yet not in the history");
  }

  private static CellResult nextIsBroken(Stage stage, String cell, String script) {
    return run(stage, cell, new Sabotage("", script));
  }

  private static CellResult victimIsBroken(Stage stage, String cell, String script) {
    return run(stage, cell, new Sabotage(script, ""));
  }

  private static CellResult run(Stage stage, String cell, Sabotage sabotage) {
    int slash = cell.indexOf('/');
    Prepared scenario = stage.prepare(Scenarios.named(cell.substring(0, slash)));
    CrashPoint point = Stage.point(scenario, cell.substring(slash + 1));
    return new CellRunner(stage, sabotage).run(new Cell(scenario, point));
  }

  private static void assertRed(CellResult cell, String why) {
    assertThat(cell.status()).as(cell.toString()).isEqualTo(Status.FAILED);
    assertThat(cell.found()).as(cell.toString()).anyMatch(found -> found.contains(why));
  }

  private static String rule(String type, String method, String condition, String action) {
    return String.join(
        "\n",
        "RULE sabotage of " + method,
        "CLASS " + type,
        "METHOD " + method,
        "HELPER " + SabotageHelper.class.getName(),
        "AT ENTRY",
        "IF " + condition,
        "DO " + action,
        "ENDRULE",
        "",
        "");
  }
}
