package dev.linchpin.lance;

import dev.linchpin.gates.GateManager;
import dev.linchpin.gates.LiveOperations;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.ProcessLock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all handles of this process on one graph share: its gates, its register of live attempts and
 * its liveness lock. Lives as long as the process, like the lock that proves that the process
 * lives.
 *
 * @param gates the process-local gates
 * @param live the attempts that threads of this process work on
 * @param lock the liveness lock
 */
record GraphProcess(GateManager gates, LiveOperations live, ProcessLock lock) {
  private record Key(GraphLayout layout, String incarnation) {}

  private static final Map<Key, GraphProcess> ALL = new ConcurrentHashMap<>();

  /**
   * The shared part for a graph.
   *
   * @param layout the graph's place, canonical
   * @param incarnation the graph's identity: a graph deleted and created again at one path is
   *     another graph
   * @return the same object for every handle of this process
   */
  static GraphProcess of(GraphLayout layout, String incarnation) {
    return ALL.computeIfAbsent(
        new Key(layout, incarnation),
        key ->
            new GraphProcess(new GateManager(), new LiveOperations(), ProcessLock.acquire(layout)));
  }
}
