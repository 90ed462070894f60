package dev.linchpin.memory;

import dev.linchpin.Protocol;
import dev.linchpin.conformance.SubstrateFixture;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import java.util.List;

/** The substrate in memory for the conformance tests. */
final class MemoryFixture implements SubstrateFixture {
  private final TableId first = new TableId("t1");
  private final TableId second = new TableId("t2");
  private final MemoryWorld world = new MemoryWorld(first, second);
  private final MemoryProcess one = new MemoryProcess(world, "one");
  private final MemoryProcess two = new MemoryProcess(world, "two");

  @Override
  public Protocol one() {
    return one.protocol();
  }

  @Override
  public Protocol two() {
    return two.protocol();
  }

  @Override
  public void endTwo() {
    two.crash();
  }

  @Override
  public TableId firstTable() {
    return first;
  }

  @Override
  public TableId secondTable() {
    return second;
  }

  @Override
  public PlannedEffect append(
      Protocol process, OperationId operation, TableHead pinned, String... rows) {
    return planned(process, pinned, Staged.append(rows));
  }

  @Override
  public PlannedEffect overwrite(
      Protocol process, OperationId operation, TableHead pinned, String... rows) {
    return planned(process, pinned, Staged.overwrite(rows));
  }

  private static PlannedEffect planned(Protocol process, TableHead pinned, Staged staged) {
    return new PlannedEffect(
        new EffectTarget(
            pinned.id(),
            pinned.path(),
            pinned.token(),
            process.ids().next(),
            EffectKind.STAGED,
            new PostState.Exact(pinned.version() + 1)),
        staged);
  }

  @Override
  public void foreignAppend(TableId table, String row) {
    world.foreignCommit(table, Staged.append(row));
  }

  @Override
  public List<String> rows(TableId table, long version) {
    return world.rows(MemoryWorld.path(table), version);
  }

  @Override
  public void close() {}
}
