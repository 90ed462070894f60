package dev.linchpin.lance.conformance;

import java.util.List;
import java.util.stream.LongStream;

/**
 * One row of the table under test.
 *
 * @param id the key
 * @param name a value
 */
record Row(long id, String name) {
  static Row row(long id, String name) {
    return new Row(id, name);
  }

  /** Rows {@code from .. from + count - 1}, each named by {@code tag} and its id. */
  static List<Row> rows(long from, int count, String tag) {
    return LongStream.range(from, from + count).mapToObj(id -> row(id, tag + id)).toList();
  }
}
