package dev.linchpin.faultinjection.scenario;

import dev.linchpin.faultinjection.scenario.Scenario.Base;
import dev.linchpin.faultinjection.scenario.Scenario.Meddling;
import dev.linchpin.faultinjection.scenario.Scenario.OtherMoment;
import dev.linchpin.faultinjection.scenario.Scenario.Shape;
import java.util.List;
import java.util.Optional;

/** Every scenario of the crash table. */
public final class Scenarios {
  private static final List<Scenario> ALL =
      List.of(
          write("one-insert", "one row into one table", Base.FOUNDED, Change.INSERT_ONE),
          write(
              "two-tables",
              "a node and an edge to it, two tables in one write",
              Base.FOUNDED,
              Change.PERSON_AND_HOME),
          write(
              "upsert-delete",
              "rows replaced, added and deleted",
              Base.FOUNDED,
              Change.UPSERT_AND_DELETE),
          write("overwrite", "a table's content replaced", Base.FOUNDED, Change.OVERWRITE),
          write("first-write", "the first row of an empty table", Base.FOUNDED, Change.FIRST_ROW),
          new Scenario(
              "restart",
              "a row that the write has read changes before it revalidates",
              new Shape.Write(
                  Base.FOUNDED,
                  Change.BIRTHDAY,
                  Optional.of(Change.CORRECT_AGE),
                  OtherMoment.DURING_PREPARE,
                  "")),
          write(
              "long-history",
              "a commit that spills lineage into a segment",
              Base.LONG_HISTORY,
              Change.INSERT_ONE),
          new Scenario(
              "lost-publish",
              "a table that the write only reads changes after its effects",
              new Shape.Write(
                  Base.FOUNDED,
                  Change.MOVE_IN,
                  Optional.of(Change.ADD_FAY),
                  OtherMoment.AFTER_CONFIRM,
                  Weather.otherWritesAfterConfirm())),
          stormy(
              "lost-publish-reply",
              "the manifest commit lands, its reply is lost",
              Weather.publishReplyLost()),
          stormy(
              "lost-publish-request",
              "the manifest commit never arrives, and nobody says so",
              Weather.publishRequestLost()),
          stormy(
              "lost-confirm-reply",
              "the confirmation is durable, its reply is lost",
              Weather.confirmReplyLost()),
          write(
              "drift",
              "a fenced writer's late effect lies past the pointer",
              Base.DRIFTED,
              Change.UPSERT_AND_DELETE),
          recover(
              "recover-empty",
              "recovery of an intent without effects",
              "ArmRecovery/sidecar put@exit",
              Meddling.NONE),
          recover(
              "recover-back-one",
              "recovery rolls back one of two tables",
              "ApplyEffect/table commit@exit",
              Meddling.NONE),
          recover(
              "recover-back-two",
              "recovery rolls back two tables",
              "ApplyEffect/table commit#2@exit",
              Meddling.NONE),
          recover(
              "recover-forward",
              "recovery rolls forward",
              "ConfirmEffects/sidecar put@exit",
              Meddling.NONE),
          recover(
              "recover-visible",
              "recovery converges on what is visible",
              "PublishManifest/manifest commit@exit",
              Meddling.NONE),
          recover(
              "recover-race",
              "another recoverer publishes the same commit first",
              "ConfirmEffects/sidecar put@exit",
              Meddling.RIVAL_RECOVERER),
          recover(
              "recover-refuse",
              "somebody outside the protocol has moved a table of the intent",
              "ApplyEffect/table commit#2@exit",
              Meddling.FOREIGN_COMMIT),
          recover(
              "repair",
              "an operator repairs what somebody outside the protocol did to a table of the intent",
              "ApplyEffect/table commit#2@exit",
              Meddling.FOREIGN_COMMIT_REPAIRED),
          new Scenario("create", "the creation of a graph", new Shape.Create()));

  private Scenarios() {}

  /**
   * The scenarios.
   *
   * @return all of them; a recovery comes after the write that it recovers
   */
  public static List<Scenario> all() {
    return ALL;
  }

  /**
   * One scenario.
   *
   * @param name its name
   * @return the scenario
   * @throws IllegalArgumentException if there is none
   */
  public static Scenario named(String name) {
    return ALL.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no scenario " + name));
  }

  private static Scenario write(String name, String sentence, Base base, Change change) {
    return new Scenario(
        name,
        sentence,
        new Shape.Write(base, change, Optional.empty(), OtherMoment.DURING_PREPARE, ""));
  }

  private static Scenario stormy(String name, String sentence, String weather) {
    return new Scenario(
        name,
        sentence,
        new Shape.Write(
            Base.FOUNDED,
            Change.PERSON_AND_HOME,
            Optional.empty(),
            OtherMoment.DURING_PREPARE,
            weather));
  }

  private static Scenario recover(String name, String sentence, String point, Meddling meddling) {
    return new Scenario(name, sentence, new Shape.Recover("two-tables", point, meddling));
  }
}
