package dev.linchpin.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.write.WriteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Illegal states do not construct. */
class RecordInvariantsTest {
  private static final TableId TABLE = new TableId("t0");
  private static final TableToken TOKEN = new TableToken(1, 0);
  private static final PlannedEffect.Payload PAYLOAD = () -> PlannedEffect.TransactionKind.APPEND;

  @TestFactory
  Stream<DynamicTest> identifiersThatCouldNotBeFileNamesAreRefusedByAllIdentifiers() {
    Map<String, Function<String, Object>> types = new HashMap<>();
    types.put("TableId", TableId::new);
    types.put("OperationId", OperationId::new);
    types.put("CommitId", CommitId::new);
    types.put("OwnerId", token -> new OwnerId(token, "host"));
    List<String> bad = new ArrayList<>();
    bad.addAll(List.of("", " ", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "a\0", "ä", "a\n"));
    bad.add("a".repeat(129));
    bad.add(null);
    return types.entrySet().stream()
        .flatMap(
            type ->
                bad.stream()
                    .map(
                        text ->
                            refused(
                                type.getKey() + " of " + text, () -> type.getValue().apply(text))));
  }

  @Test
  void identifiersOfEveryLegalLengthConstruct() {
    assertThat(new TableId("a".repeat(128)).value()).hasSize(128);
    assertThat(new OperationId("0").toString()).isEqualTo("0");
    assertThat(new CommitId("A.b_c-1").value()).isEqualTo("A.b_c-1");
  }

  @TestFactory
  Stream<DynamicTest> illegalStatesDoNotConstruct() {
    CommitId same = new CommitId("same");
    EffectTarget target = Samples.target(TABLE, TOKEN);
    PlannedEffect effect = new PlannedEffect(target, PAYLOAD);
    return Stream.of(
        refused("version 0", () -> new TableToken(0, 0)),
        refused("a negative epoch", () -> new TableToken(1, -1)),
        refused("an empty range", () -> new PostState.BoundedRange(3, 2)),
        refused("an empty segment", () -> new SegmentRef("s", 0, 1, 1)),
        refused("a segment that ends before it begins", () -> new SegmentRef("s", 1, 2, 1)),
        refused(
            "commit id = rollback id",
            () -> new LineageIntent(same, same, "actor", Optional.empty(), Samples.TIME)),
        refused("two effects on one table", () -> new Effects(List.of(effect, effect))),
        refused("a slot that is not filled", () -> new ManifestDelta(Set.of(TABLE)).bind(Map.of())),
        refused(
            "a delta that is widened", () -> new ManifestDelta(Set.of()).bind(Map.of(TABLE, 2L))),
        refused("a written table outside the read set", () -> write(Map.of(), Set.of(TABLE))),
        refused(
            "another pre-state than the read set's",
            () -> write(Map.of(TABLE, new TableToken(2, 0)), Set.of(TABLE))),
        refused("an effect without a slot", () -> write(Map.of(TABLE, TOKEN), Set.of())),
        refused("a registry without an adapter", () -> new AdapterRegistry(List.of())),
        refused("no attempts", () -> WriteOptions.DEFAULT.withMaxAttempts(0)),
        refused(
            "negative courtesy", () -> WriteOptions.DEFAULT.withCourtesy(Duration.ofNanos(-1))));
  }

  private static DynamicTest refused(String what, ThrowingCallable construct) {
    return DynamicTest.dynamicTest(
        what, () -> assertThatThrownBy(construct).isInstanceOf(IllegalArgumentException.class));
  }

  private static PreparedWrite write(Map<TableId, TableToken> readSet, Set<TableId> slots) {
    ManifestState base = Samples.state(1, List.of(TOKEN), 0);
    return new PreparedWrite(
        Samples.OPERATION,
        WriterKind.MUTATION,
        base.target(),
        new BaseView(base),
        Samples.readSet(base, readSet),
        new Effects(List.of(new PlannedEffect(Samples.target(TABLE, TOKEN), PAYLOAD))),
        new ManifestDelta(slots),
        Optional.of(Samples.LINEAGE),
        new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK));
  }

  @Test
  void aLegalPlanConstructs() {
    assertThat(write(Map.of(TABLE, TOKEN), Set.of(TABLE)).effects().targets()).hasSize(1);
  }

  @Test
  void collectionsAreCopiedSoThatNobodyCanChangeAPlanLater() {
    Map<TableId, TableToken> tokens = new HashMap<>(Map.of(TABLE, TOKEN));
    ReadSet readSet = new ReadSet(Samples.TARGET, "schema", Optional.empty(), tokens);
    tokens.clear();
    assertThat(readSet.tables()).containsOnlyKeys(TABLE);
    assertThatThrownBy(() -> readSet.tables().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    ManifestState state = Samples.state(1, List.of(TOKEN), 1);
    assertThatThrownBy(() -> state.heads().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> state.window().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aPostStateAdmitsExactlyItsEnvelope() {
    for (long version = 0; version <= 8; version++) {
      assertThat(new PostState.Exact(5).admits(version)).isEqualTo(version == 5);
      assertThat(new PostState.BoundedRange(3, 5).admits(version))
          .isEqualTo(List.of(3L, 4L, 5L).contains(version));
      assertThat(new PostState.AdapterConfirmed().admits(version)).isEqualTo(version != 0);
    }
    assertThat(new PostState.BoundedRange(4, 4).admits(4)).isTrue();
  }

  @Test
  void aConfirmedOrHandedOverIntentKeepsEverythingElse() {
    ManifestState base = Samples.state(3, List.of(TOKEN), 0);
    RecoveryIntent armed = Samples.intent(base, Map.of(TABLE, TOKEN));
    RecoveryIntent confirmed = armed.confirmed(Map.of(TABLE, 2L));
    assertThat(confirmed.phase()).isEqualTo(new RecoveryIntent.Phase.Confirmed(Map.of(TABLE, 2L)));
    assertThat(confirmed.handedOver().abandoned()).isTrue();
    assertThat(confirmed.handedOver().phase()).isEqualTo(confirmed.phase());
    assertThat(confirmed).usingRecursiveComparison().ignoringFields("phase").isEqualTo(armed);
    assertThat(armed.handedOver())
        .usingRecursiveComparison()
        .ignoringFields("abandoned")
        .isEqualTo(armed);
    assertThat(armed.written()).containsExactly(TABLE);
  }

  @Test
  void anUnsupportedFormatSaysWhereAndLeavesTheDataAlone() {
    assertThat(new UnsupportedFormatException("sidecar x", "format 9"))
        .hasMessageContaining("sidecar x")
        .hasMessageContaining("format 9")
        .hasMessageContaining("left as it is");
  }
}
