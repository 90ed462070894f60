package dev.linchpin.simulation;

import dev.linchpin.memory.MemoryProcess;
import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.Effects;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.write.AttemptIdentity;
import dev.linchpin.write.WritePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Plans a {@link Work}: everything read or written is in the read set. */
record WorkPlanner(MemoryProcess process, Work work, Ledger ledger)
    implements WritePlanner<String> {
  @Override
  public WriterKind writerKind() {
    return WriterKind.MUTATION;
  }

  @Override
  public Plan<String> prepare(BaseView base, AttemptIdentity identity) {
    Map<TableId, Staged> changes = work.planned(process.world(), base.state());
    ledger.planned(new Ledger.Prepared(identity.operation(), base.state(), work), changes);
    Map<TableId, TableToken> tokens = new TreeMap<>();
    for (Set<TableId> tables : List.of(work.reads(), work.writes())) {
      tables.forEach(table -> tokens.put(table, base.state().head(table).token()));
    }
    List<PlannedEffect> effects = new ArrayList<>();
    for (TableId table : new TreeMap<>(changes).keySet()) {
      TableHead head = base.state().head(table);
      effects.add(
          new PlannedEffect(
              new EffectTarget(
                  table,
                  head.path(),
                  head.token(),
                  identity.ids().next(),
                  EffectKind.STAGED,
                  new PostState.Exact(head.version() + 1)),
              changes.get(table)));
    }
    return new Plan<>(
        new PreparedWrite(
            identity.operation(),
            WriterKind.MUTATION,
            base.state().target(),
            base,
            new ReadSet(
                base.state().target(), base.state().schemaIdentity(), Optional.empty(), tokens),
            new Effects(effects),
            new ManifestDelta(changes.keySet()),
            Optional.of(identity.lineage()),
            process.protocol().adapters().adapter(WriterKind.MUTATION).recoveryPlan()),
        identity.operation().value());
  }
}
