package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.point.Moment;
import dev.linchpin.faultinjection.scenario.Scenario.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Chooses cells for a run of about a minute. Between two durable calls nothing durable changes, so
 * that the exits of durable calls stand for every state in which a crash can leave a graph; the
 * seed picks which scenario stands for a place that several pass.
 */
final class Representative {
  /** The scenarios that the crash table promises for every adapter. */
  private static final Set<String> PROMISED =
      Set.of("one-insert", "two-tables", "upsert-delete", "overwrite", "restart", "first-write");

  /**
   * The actions whose durable calls leave a write's effects in doubt. An intent that is armed but
   * has no effect looks the same whatever it is going to write.
   */
  private static final Set<String> IN_DOUBT =
      Set.of("ApplyEffect", "ConfirmEffects", "PublishManifest");

  private Representative() {}

  static List<Cell> choose(List<Cell> all, long seed) {
    List<Cell> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    Set<Cell> chosen = new LinkedHashSet<>();
    Set<String> covered = new HashSet<>();
    // The promised scenarios, each in every state in which its write is in doubt.
    for (Cell cell : all) {
      if (PROMISED.contains(cell.prepared().scenario().name())
          && durableExit(cell)
          && IN_DOUBT.contains(cell.point().action())
          && !belongsToOther(cell)) {
        chosen.add(cell);
      }
    }
    // A write that is over, its sidecar gone.
    all.stream()
        .filter(cell -> cell.prepared().scenario().name().equals("one-insert"))
        .filter(cell -> cell.point().action().equals("ReleaseGates"))
        .filter(cell -> cell.point().moment() == Moment.EXIT)
        .findFirst()
        .ifPresent(chosen::add);
    // Every durable call in every action that reaches it, after and before.
    for (Moment moment : List.of(Moment.EXIT, Moment.ENTRY)) {
      chosen.forEach(cell -> covered.add(cell.point().place() + cell.point().moment()));
      for (Cell cell : shuffled) {
        if (cell.point().durableCall().isPresent()
            && cell.point().moment() == moment
            && (moment == Moment.EXIT
                || cell.point().place().equals("RemoveIntent/sidecar removal"))
            && covered.add(cell.point().place() + moment)) {
          chosen.add(cell);
        }
      }
    }
    // Every scenario at least once.
    Set<String> scenarios = new HashSet<>();
    chosen.forEach(cell -> scenarios.add(cell.prepared().scenario().name()));
    for (Cell cell : shuffled) {
      if (scenarios.add(cell.prepared().scenario().name())) {
        chosen.add(cell);
      }
    }
    List<Cell> inOrder = new ArrayList<>(all);
    inOrder.retainAll(chosen);
    return inOrder;
  }

  /** Where somebody else writes first, the first occurrences are that other's. */
  private static boolean belongsToOther(Cell cell) {
    return cell.prepared().scenario().shape() instanceof Shape.Write write
        && write.other().isPresent()
        && cell.point().occurrence() == 1;
  }

  private static boolean durableExit(Cell cell) {
    return cell.point().durableCall().isPresent() && cell.point().moment() == Moment.EXIT;
  }
}
