package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.judge.ContractRow;
import dev.linchpin.faultinjection.table.CellResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A whole run.
 *
 * @param commit the commit under test
 * @param seed the seed of the run
 * @param all whether every cell was run
 * @param versions what ran, by name: JDK, Lance, Linchpin
 * @param started when, ISO-8601, UTC
 * @param seconds how long it took
 * @param enumerated how many cells there are in all, run or not
 * @param cells the cells that were run
 */
public record CrashTableReport(
    String commit,
    long seed,
    boolean all,
    Map<String, String> versions,
    String started,
    double seconds,
    int enumerated,
    List<CellResult> cells) {
  /** Copies the collections. */
  public CrashTableReport {
    versions = new TreeMap<>(versions);
    cells = List.copyOf(cells);
  }

  /**
   * Whether at least one cell ran and every one passed.
   *
   * @return true if so
   */
  public boolean green() {
    return !cells.isEmpty() && cells.stream().allMatch(cell -> cell.status() == Status.PASSED);
  }

  /**
   * The cells that did not pass.
   *
   * @return failures and errors, in order
   */
  public List<CellResult> notPassed() {
    return cells.stream().filter(cell -> cell.status() != Status.PASSED).toList();
  }

  /**
   * The adapters in this run.
   *
   * @return their names, sorted
   */
  public List<String> adapters() {
    return new ArrayList<>(new TreeSet<>(cells.stream().map(CellResult::adapter).toList()));
  }

  /**
   * Counts cells.
   *
   * @param adapter an adapter
   * @param row a row of the contract
   * @param status how the cell ended
   * @return how many
   */
  public long count(String adapter, ContractRow row, Status status) {
    return cells.stream()
        .filter(cell -> cell.adapter().equals(adapter))
        .filter(cell -> cell.row().filter(row::equals).isPresent())
        .filter(cell -> cell.status() == status)
        .count();
  }
}
