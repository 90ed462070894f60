package dev.linchpin.faultinjection.judge;

import java.util.List;
import java.util.Optional;

/**
 * What the judge says.
 *
 * @param row the row of the contract; empty where the contract has none
 * @param expected what had to be
 * @param found each way in which it was not so; empty for a pass
 */
public record Verdict(Optional<ContractRow> row, String expected, List<String> found) {
  /** Copies the list. */
  public Verdict {
    found = List.copyOf(found);
  }
}
