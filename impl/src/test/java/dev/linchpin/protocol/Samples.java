package dev.linchpin.protocol;

import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Protocol objects for the tests of this package. */
final class Samples {
  static final OperationId OPERATION = new OperationId("operation");
  static final OwnerId OWNER = new OwnerId("owner", "host 1");
  static final Instant TIME = Instant.parse("2023-01-02T03:04:05Z");
  static final BranchTarget TARGET = new BranchTarget("main", "life-1");
  static final LineageIntent LINEAGE =
      new LineageIntent(
          new CommitId("commit"), new CommitId("rollback"), "actor", Optional.of("request"), TIME);

  private Samples() {}

  static ManifestState state(long version, List<TableToken> tokens, int history) {
    Map<TableId, TableHead> heads = new TreeMap<>();
    for (int i = 0; i < tokens.size(); i++) {
      TableId id = new TableId("t" + i);
      heads.put(id, new TableHead(id, "T" + i, "tables/t" + i, tokens.get(i), i == 5));
    }
    List<HistoryEntry> window = new ArrayList<>();
    for (int i = 0; i < history; i++) {
      window.add(
          new RollbackDecision(
              new CommitId("old" + i), new OperationId("oldop" + i), "somebody", TIME, i + 1));
    }
    return new ManifestState(
        version,
        TARGET,
        "schema",
        "{}",
        heads,
        history == 0 ? Optional.empty() : Optional.of(new CommitId("head")),
        window,
        List.of(new SegmentRef("segment", 2, 1, 2)));
  }

  /** The tables of a state whose bit is set. */
  static Set<TableId> chosen(ManifestState state, int mask) {
    Set<TableId> chosen = new TreeSet<>();
    int bit = 1;
    for (TableId id : state.heads().keySet()) {
      if ((mask & bit) != 0) {
        chosen.add(id);
      }
      bit <<= 1;
    }
    return chosen;
  }

  static EffectTarget target(TableId table, TableToken expected) {
    return new EffectTarget(
        table,
        "tables/" + table,
        expected,
        "uuid-" + table,
        EffectKind.STAGED,
        new PostState.Exact(expected.version() + 1));
  }

  static ReadSet readSet(ManifestState state, Map<TableId, TableToken> tokens) {
    return new ReadSet(state.target(), state.schemaIdentity(), Optional.empty(), tokens);
  }

  static RecoveryIntent intent(ManifestState base, Map<TableId, TableToken> written) {
    return new RecoveryIntent(
        OPERATION,
        WriterKind.MUTATION,
        base.target(),
        OWNER,
        false,
        base.version(),
        readSet(base, written),
        written.entrySet().stream().map(e -> target(e.getKey(), e.getValue())).toList(),
        new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK),
        new ManifestDelta(written.keySet()),
        LINEAGE,
        new RecoveryIntent.Phase.Armed());
  }
}
