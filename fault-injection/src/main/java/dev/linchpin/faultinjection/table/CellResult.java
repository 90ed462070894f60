package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.judge.ContractRow;
import java.util.List;
import java.util.Optional;

/**
 * One cell: one process killed at one point of one scenario, and what became of the graph.
 *
 * @param adapter the writer-effect adapter, or {@code CREATION} for the creation of a graph
 * @param scenario the scenario's name
 * @param point the crash point's name within the scenario
 * @param row the row of the crash contract that the witness puts the cell in; empty for a creation,
 *     or if the cell did not get that far
 * @param status how it ended
 * @param witness what was durable before anybody recovered, for people
 * @param expected what the contract demands
 * @param found each way in which the outcome differs; empty if it passed
 * @param millis how long the cell took, in milliseconds
 */
public record CellResult(
    String adapter,
    String scenario,
    String point,
    Optional<ContractRow> row,
    Status status,
    String witness,
    String expected,
    List<String> found,
    long millis) {
  /** Copies the list. */
  public CellResult {
    found = List.copyOf(found);
  }

  /** How a cell ended. */
  public enum Status {
    /** Killed where it should be, and the outcome is what the row demands. */
    PASSED,
    /** Killed where it should be, and the outcome is another. */
    FAILED,
    /** Not killed there, or the harness could not tell: never a pass. */
    ERROR
  }

  /**
   * The cell's name, unique in the table.
   *
   * @return scenario and point
   */
  public String name() {
    return scenario + "/" + point;
  }

  /**
   * The command that repeats just this cell.
   *
   * @return a line for a shell
   */
  public String command() {
    return "./linchpin crash-table --adapter " + adapter + " --point '" + name() + "'";
  }
}
