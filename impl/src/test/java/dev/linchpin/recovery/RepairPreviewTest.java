package dev.linchpin.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.recovery.RepairPreview.CommitLook;
import dev.linchpin.recovery.RepairPreview.IntentLook;
import dev.linchpin.recovery.RepairPreview.Standing;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The token stands for exactly what was shown, and for nothing else. */
class RepairPreviewTest {
  private static final TableCommit STRANGER =
      new TableCommit.ForeignCommit(6, "uuid-6", "a stranger");

  private static TableLook table(
      String id, long pointer, long epoch, long headSeen, Standing standing, TableCommit commit) {
    TableHead head =
        new TableHead(
            new TableId(id), "T" + id, "tables/" + id, new TableToken(pointer, epoch), false);
    return new TableLook(
        head,
        headSeen,
        standing,
        "why",
        List.of(new CommitLook(commit, standing == Standing.NEEDS_REPAIR, Optional.empty())));
  }

  private static TableLook refused(String id) {
    return table(id, 5, 1, 6, Standing.NEEDS_REPAIR, STRANGER);
  }

  private static IntentLook intent(String operation, RecoveryIntent.Phase phase, Verdict repaired) {
    RecoveryIntent intent =
        new RecoveryIntent(
            new OperationId(operation),
            WriterKind.MUTATION,
            new BranchTarget("main", "life"),
            new OwnerId("owner", "host"),
            false,
            1,
            new ReadSet(new BranchTarget("main", "life"), "schema", Optional.empty(), Map.of()),
            List.of(),
            new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK),
            new ManifestDelta(Set.of()),
            new LineageIntent(
                new CommitId("c"), new CommitId("r"), "actor", Optional.empty(), Instant.EPOCH),
            phase);
    return new IntentLook(intent, Verdict.REFUSE, repaired);
  }

  private static RepairPreview preview(String life, List<TableLook> tables, IntentLook... intents) {
    return new RepairPreview(life, 9, tables, List.of(intents), List.of());
  }

  private static String token(RepairPreview preview) {
    return preview.token().orElseThrow();
  }

  private static final RecoveryIntent.Phase ARMED = new RecoveryIntent.Phase.Armed();

  private static final RepairPreview SHOWN =
      preview("life", List.of(refused("a")), intent("op", ARMED, Verdict.ROLL_BACK));

  @Test
  void whateverWasShownChangesTheToken() {
    IntentLook intent = intent("op", ARMED, Verdict.ROLL_BACK);
    Map<String, RepairPreview> others = new LinkedHashMap<>();
    others.put("life", preview("another", List.of(refused("a")), intent));
    others.put("table", preview("life", List.of(refused("b")), intent));
    others.put("one more", preview("life", List.of(refused("a"), refused("b")), intent));
    others.put(
        "pointer",
        preview("life", List.of(table("a", 4, 1, 6, Standing.NEEDS_REPAIR, STRANGER)), intent));
    others.put(
        "epoch",
        preview("life", List.of(table("a", 5, 2, 6, Standing.NEEDS_REPAIR, STRANGER)), intent));
    others.put(
        "head",
        preview("life", List.of(table("a", 5, 1, 7, Standing.NEEDS_REPAIR, STRANGER)), intent));
    others.put(
        "transaction",
        preview(
            "life",
            List.of(
                table(
                    "a",
                    5,
                    1,
                    6,
                    Standing.NEEDS_REPAIR,
                    new TableCommit.ForeignCommit(6, "uuid-7", "a stranger"))),
            intent));
    others.put("no intent", preview("life", List.of(refused("a"))));
    others.put(
        "another intent",
        preview("life", List.of(refused("a")), intent("op2", ARMED, Verdict.ROLL_BACK)));
    others.put(
        "confirmed since",
        preview(
            "life",
            List.of(refused("a")),
            intent("op", new RecoveryIntent.Phase.Confirmed(Map.of()), Verdict.ROLL_BACK)));
    others.put(
        "another fate",
        preview("life", List.of(refused("a")), intent("op", ARMED, Verdict.ROLL_FORWARD)));
    List<String> tokens = new ArrayList<>(List.of(token(SHOWN)));
    others.forEach(
        (what, other) -> {
          tokens.add(token(other));
          assertThat(ConfirmationToken.difference(other, token(SHOWN)))
              .as(what)
              .matches(
                  what.equals("life")
                      ? "the token is not of this graph.*"
                      : ".*(is not as it was shown|are not so any more).*");
        });
    assertThat(tokens).doesNotHaveDuplicates();
  }

  @Test
  void whatARepairLeavesAloneDoesNotChangeTheToken() {
    TableCommit own = new TableCommit.OperationCommit(3, "u", new OperationId("x"), 2, 0);
    RepairPreview busy =
        new RepairPreview(
            "life",
            12,
            List.of(
                refused("a"),
                table("b", 2, 0, 3, Standing.HEALS_ITSELF, own),
                table("c", 2, 0, 3, Standing.IN_USE, own)),
            SHOWN.intents(),
            List.of("garbage"));
    assertThat(busy.token()).isEqualTo(SHOWN.token());
    assertThat(busy.permit("olga").upTo()).containsExactly(Map.entry(new TableId("a"), 6L));
  }

  @Test
  void theWordsInWhichAVersionIsUnreadableDoNotChangeTheToken() {
    List<String> tokens = new ArrayList<>();
    for (String reason : List.of("torn", "gone")) {
      TableCommit unreadable = new TableCommit.UnreadableCommit(6, reason);
      tokens.add(
          token(preview("life", List.of(table("a", 5, 1, 6, Standing.NEEDS_REPAIR, unreadable)))));
    }
    assertThat(tokens.get(0)).isEqualTo(tokens.get(1)).isNotEqualTo(token(SHOWN));
  }

  @Test
  void withoutATableToRepairThereIsNoToken() {
    RepairPreview nothing = preview("life", List.of(), intent("op", ARMED, Verdict.REFUSE));
    assertThat(nothing.token()).isEmpty();
    assertThat(ConfirmationToken.difference(nothing, "x")).contains("nothing needs a repair");
  }
}
