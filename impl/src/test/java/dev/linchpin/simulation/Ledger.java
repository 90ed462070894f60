package dev.linchpin.simulation;

import dev.linchpin.memory.Staged;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the clients asked for and were told: the witness that the invariants compare the world with.
 */
final class Ledger {
  private final Map<OperationId, Map<TableId, Staged>> planned = new HashMap<>();
  private final List<Prepared> prepared = new ArrayList<>();
  private final Map<String, Outcome> outcomes = new HashMap<>();

  /** One attempt as its planner computed it. */
  record Prepared(OperationId operation, ManifestState base, Work work) {}

  synchronized void planned(Prepared attempt, Map<TableId, Staged> changes) {
    if (planned.putIfAbsent(attempt.operation(), changes) != null) {
      throw new AssertionError("operation id " + attempt.operation() + " was used twice");
    }
    prepared.add(attempt);
  }

  synchronized Map<TableId, Staged> changes(OperationId operation) {
    Map<TableId, Staged> changes = planned.get(operation);
    if (changes == null) {
      throw new AssertionError("nobody planned operation " + operation);
    }
    return changes;
  }

  synchronized Prepared attempt(OperationId operation) {
    return prepared.stream()
        .filter(p -> p.operation().equals(operation))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody planned operation " + operation));
  }

  synchronized void told(String request, Outcome outcome) {
    if (outcomes.putIfAbsent(request, outcome) != null) {
      throw new AssertionError("request " + request + " ended twice");
    }
  }

  synchronized Map<String, Outcome> outcomes() {
    return Map.copyOf(outcomes);
  }
}
