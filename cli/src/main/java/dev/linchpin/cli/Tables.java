package dev.linchpin.cli;

import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.TableId;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How tables and numbers look. */
public final class Tables {
  private Tables() {}

  /**
   * Table versions.
   *
   * @param versions by table
   * @param inspection knows the names
   * @return such as {@code Airport v3, Route v5}
   */
  public static String versions(Map<TableId, Long> versions, Inspection inspection) {
    return versions.entrySet().stream()
        .map(entry -> inspection.name(entry.getKey()) + " v" + entry.getValue())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /**
   * A number.
   *
   * @param count the number
   * @return with thousands apart
   */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * What became of an intent.
   *
   * @param resolution as recovery reports it
   * @return a few words for people
   */
  public static String words(Resolution resolution) {
    return switch (resolution) {
      case ROLLED_FORWARD -> "rolled forward";
      case CONVERGED -> "was visible already";
      case ROLLED_BACK -> "rolled back";
      case ABORTED_EMPTY -> "had no effect";
      case COMPLETED_BY_ANOTHER -> "completed by another";
      case LEFT_TO_LIVE_OWNER -> "left to its owner";
      case REFUSED -> "refused, kept";
      case UNREADABLE -> "unreadable, kept";
    };
  }
}
