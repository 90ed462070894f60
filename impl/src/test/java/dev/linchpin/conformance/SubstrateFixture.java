package dev.linchpin.conformance;

import dev.linchpin.Protocol;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import java.util.List;

/** A fresh graph with two empty tables, seen by two processes. */
public interface SubstrateFixture extends AutoCloseable {
  /** The ports as the first process reaches them. */
  Protocol one();

  /** The ports as the second process reaches them. */
  Protocol two();

  /** The second process ends. */
  void endTwo();

  /** A table of the graph. */
  TableId firstTable();

  /** The other table. */
  TableId secondTable();

  /** Stages rows against a pinned head; nothing durable moves. */
  PlannedEffect append(Protocol process, OperationId operation, TableHead pinned, String... rows);

  /** Stages a whole new content against a pinned head. */
  PlannedEffect overwrite(
      Protocol process, OperationId operation, TableHead pinned, String... rows);

  /** Somebody outside the protocol appends a row. */
  void foreignAppend(TableId table, String row);

  /** The rows of one physical version, sorted. */
  List<String> rows(TableId table, long version);

  @Override
  void close();
}
