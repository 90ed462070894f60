package dev.linchpin.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ManifestEditsTest {
  private static final Instant TIME = Instant.parse("2024-05-06T07:08:09Z");

  @Provide
  Arbitrary<ManifestState> states() {
    Arbitrary<TableToken> tokens =
        Combinators.combine(
                Arbitraries.longs().between(1, 1_000), Arbitraries.longs().between(0, 50))
            .as(TableToken::new);
    return Combinators.combine(
            Arbitraries.longs().between(1, 1_000_000),
            tokens.list().ofMinSize(1).ofMaxSize(6),
            Arbitraries.integers().between(0, 3))
        .as(Samples::state);
  }

  @Property
  void publishingChangesExactlyTheSlotsAndAddsExactlyOneLineageRow(
      @ForAll("states") ManifestState fresh, @ForAll("masks") int mask) {
    Map<TableId, Long> pointers = new TreeMap<>();
    Samples.chosen(fresh, mask).forEach(id -> pointers.put(id, fresh.head(id).version() + 1));
    ManifestState next =
        ManifestEdits.publish(
            fresh,
            Samples.OPERATION,
            WriterKind.MUTATION,
            Samples.LINEAGE,
            new ManifestDelta.Bound(pointers));

    assertThat(next.version()).isEqualTo(fresh.version() + 1);
    requireSameButHeads(fresh, next);
    for (TableHead before : fresh.heads().values()) {
      TableHead after = next.head(before.id());
      assertThat(after.version()).isEqualTo(pointers.getOrDefault(before.id(), before.version()));
      assertThat(after).isEqualTo(before.at(after.version()));
      assertThat(after.epoch()).isEqualTo(before.epoch());
    }
    assertThat(next.graphHead()).contains(Samples.LINEAGE.commitId());
    assertThat(next.window().subList(0, fresh.window().size())).isEqualTo(fresh.window());
    assertThat(next.window()).hasSize(fresh.window().size() + 1);
    GraphCommit commit = (GraphCommit) next.window().get(fresh.window().size());
    assertThat(commit)
        .isEqualTo(
            new GraphCommit(
                Samples.LINEAGE.commitId(),
                fresh.graphHead().stream().toList(),
                "actor",
                Samples.OPERATION,
                Optional.of("request"),
                WriterKind.MUTATION,
                Samples.TIME,
                next.version(),
                pointers));
  }

  @Property
  void fencingBumpsExactlyTheWrittenTablesThatStillHaveTheCapturedEpoch(
      @ForAll("states") ManifestState fresh,
      @ForAll("masks") int written,
      @ForAll("masks") int stale) {
    Set<TableId> tables = Samples.chosen(fresh, written);
    Set<TableId> moved = Samples.chosen(fresh, stale);
    Map<TableId, TableToken> captured = new HashMap<>();
    for (TableId table : tables) {
      TableToken now = fresh.head(table).token();
      captured.put(
          table, moved.contains(table) ? new TableToken(now.version(), now.epoch() + 7) : now);
    }
    Optional<ManifestState> fenced =
        ManifestEdits.fence(fresh, Samples.intent(fresh, captured), Samples.OWNER, TIME);

    Set<TableId> bumped = new TreeSet<>(tables);
    bumped.removeAll(moved);
    assertThat(fenced.isPresent()).isEqualTo(!bumped.isEmpty());
    if (fenced.isEmpty()) {
      return;
    }
    ManifestState next = fenced.get();
    assertThat(next.version()).isEqualTo(fresh.version() + 1);
    requireSameButHeads(fresh, next);
    for (TableHead before : fresh.heads().values()) {
      TableHead after = next.head(before.id());
      assertThat(after.epoch()).isEqualTo(before.epoch() + (bumped.contains(before.id()) ? 1 : 0));
      assertThat(after.version()).isEqualTo(before.version());
      assertThat(after.path()).isEqualTo(before.path());
      assertThat(after.deleted()).isEqualTo(before.deleted());
    }
    assertThat(next.graphHead()).isEqualTo(fresh.graphHead());
    assertThat(next.window())
        .hasSize(fresh.window().size() + 1)
        .endsWith(
            new RollbackDecision(
                Samples.LINEAGE.rollbackId(), Samples.OPERATION, "owner", TIME, next.version()));
    // Whoever captured the old epochs can never publish over the fenced state.
    assertThat(Samples.intent(fresh, captured).readSet().firstMismatch(next)).isPresent();
    // And there is nothing left to decide a second time.
    assertThat(
            ManifestEdits.fence(next, Samples.intent(fresh, captured), Samples.OWNER, TIME)
                .map(ManifestState::heads))
        .isIn(fencedAgain(next, captured));
  }

  /** A second bump happens only where a table has just reached the epoch that was captured. */
  private static List<Optional<Map<TableId, TableHead>>> fencedAgain(
      ManifestState next, Map<TableId, TableToken> captured) {
    Map<TableId, TableHead> heads = new TreeMap<>(next.heads());
    captured.forEach(
        (table, token) ->
            heads.computeIfPresent(
                table, (id, head) -> head.epoch() == token.epoch() ? head.fenced() : head));
    return List.of(heads.equals(next.heads()) ? Optional.empty() : Optional.of(heads));
  }

  @Property
  void repointingMovesOnePointerAndLeavesNoLineage(
      @ForAll("states") ManifestState fresh, @ForAll("masks") int mask) {
    Set<TableId> chosen = Samples.chosen(fresh, mask);
    TableId table =
        chosen.isEmpty() ? fresh.heads().keySet().iterator().next() : chosen.iterator().next();
    ManifestState next = ManifestEdits.repoint(fresh, table, 5_000);
    assertThat(next.version()).isEqualTo(fresh.version() + 1);
    requireSameButHeads(fresh, next);
    assertThat(next.window()).isEqualTo(fresh.window());
    assertThat(next.graphHead()).isEqualTo(fresh.graphHead());
    Map<TableId, TableHead> heads = new TreeMap<>(fresh.heads());
    heads.put(table, fresh.head(table).at(5_000));
    assertThat(next.heads()).isEqualTo(heads);
  }

  @Example
  void noEditInventsATable() {
    ManifestState fresh = Samples.state(3, List.of(new TableToken(1, 0)), 0);
    TableId unknown = new TableId("unknown");
    assertThatThrownBy(() -> ManifestEdits.repoint(fresh, unknown, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                ManifestEdits.publish(
                    fresh,
                    Samples.OPERATION,
                    WriterKind.MUTATION,
                    Samples.LINEAGE,
                    new ManifestDelta.Bound(Map.of(unknown, 2L))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(
            ManifestEdits.fence(
                fresh,
                Samples.intent(fresh, Map.of(unknown, new TableToken(1, 0))),
                Samples.OWNER,
                TIME))
        .isEmpty();
  }

  @Provide
  Arbitrary<Integer> masks() {
    return Arbitraries.integers().between(0, 63);
  }

  private static void requireSameButHeads(ManifestState before, ManifestState after) {
    assertThat(after.target()).isEqualTo(before.target());
    assertThat(after.schemaIdentity()).isEqualTo(before.schemaIdentity());
    assertThat(after.schemaDocument()).isEqualTo(before.schemaDocument());
    assertThat(after.segments()).isEqualTo(before.segments());
    assertThat(after.heads().keySet()).isEqualTo(before.heads().keySet());
    assertThat(after.heads().values().stream().map(TableHead::name).collect(Collectors.toList()))
        .isEqualTo(before.heads().values().stream().map(TableHead::name).toList());
  }
}
