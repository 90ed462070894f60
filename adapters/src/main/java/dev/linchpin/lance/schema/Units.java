package dev.linchpin.lance.schema;

import java.util.Locale;
import org.apache.arrow.vector.types.TimeUnit;

/** Arrow's time units by their short names, and exact conversions to them. */
final class Units {
  private Units() {}

  static String text(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> "s";
      case MILLISECOND -> "ms";
      case MICROSECOND -> "us";
      case NANOSECOND -> "ns";
    };
  }

  static TimeUnit parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "s" -> TimeUnit.SECOND;
      case "ms" -> TimeUnit.MILLISECOND;
      case "us" -> TimeUnit.MICROSECOND;
      case "ns" -> TimeUnit.NANOSECOND;
      default -> throw new IllegalArgumentException("no time unit " + text);
    };
  }

  static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1L;
      case MILLISECOND -> 1_000L;
      case MICROSECOND -> 1_000_000L;
      case NANOSECOND -> 1_000_000_000L;
    };
  }

  /**
   * Seconds and nanoseconds as a number of units.
   *
   * @throws ArithmeticException if that loses digits or does not fit 64 bits
   */
  static long exact(long seconds, int nanos, TimeUnit unit) {
    long nanosPerUnit = 1_000_000_000L / perSecond(unit);
    if (nanos % nanosPerUnit != 0) {
      throw new ArithmeticException("finer than " + text(unit));
    }
    // Towards zero first: the lowest instant of the range must not overflow on its way.
    if (seconds < 0 && nanos > 0) {
      return Math.addExact(
          Math.multiplyExact(seconds + 1, perSecond(unit)), nanos / nanosPerUnit - perSecond(unit));
    }
    return Math.addExact(Math.multiplyExact(seconds, perSecond(unit)), nanos / nanosPerUnit);
  }

  static long seconds(long value, TimeUnit unit) {
    return Math.floorDiv(value, perSecond(unit));
  }

  static int nanos(long value, TimeUnit unit) {
    return (int) (Math.floorMod(value, perSecond(unit)) * (1_000_000_000L / perSecond(unit)));
  }
}
