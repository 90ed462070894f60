package dev.linchpin.faultinjection.judge;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.Witness;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Everything that is known of one cell.
 *
 * @param before what was durable before the killed process started
 * @param trial what was durable when the judged write's process was dead: before anybody recovered
 * @param dead what was durable when the killed process was dead; the same as {@code trial} unless a
 *     recoverer was killed
 * @param settled what was durable after another process had come along and written
 * @param again what was durable after yet another recovery
 * @param contents the rows before anybody wrote
 * @param other what somebody else wrote meanwhile, if anybody; the judged write comes after it
 * @param write what the judged write does to the rows
 * @param next what the process that came along does to them
 * @param acknowledged the operations of which the killed process had told a caller that they
 *     succeeded
 * @param nextLines what the process that came along said
 * @param refusal whether the intent cannot be resolved and must be kept
 */
public record CaseFile(
    Witness before,
    Witness trial,
    Witness dead,
    Witness settled,
    Witness again,
    Contents contents,
    UnaryOperator<Contents> other,
    UnaryOperator<Contents> write,
    UnaryOperator<Contents> next,
    Set<String> acknowledged,
    List<String> nextLines,
    boolean refusal) {
  /** Copies the collections. */
  public CaseFile {
    acknowledged = Set.copyOf(acknowledged);
    nextLines = List.copyOf(nextLines);
  }

  /**
   * The rows that must be there, computed by the harness.
   *
   * @param otherCounts whether the other write is published
   * @param writeCounts whether the judged write is
   * @return the rows
   */
  Contents expected(boolean otherCounts, boolean writeCounts) {
    Contents rows = otherCounts ? other.apply(contents) : contents;
    return writeCounts ? write.apply(rows) : rows;
  }

  /**
   * The line in which the process that came along was told that its write succeeded.
   *
   * @return operation and commit id
   */
  Optional<String[]> nextAcknowledged() {
    return nextLines.stream()
        .filter(line -> line.startsWith("ACK "))
        .map(line -> line.substring(4).split(" "))
        .findFirst();
  }
}
