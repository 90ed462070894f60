package dev.linchpin.faultinjection.witness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of a graph: by type, then by key, then by column; absent values are left out.
 *
 * @param tables every type has an entry, if only an empty one
 */
public record Contents(Map<String, Map<String, Map<String, String>>> tables) {
  /** Copies everything. */
  public Contents {
    Map<String, Map<String, Map<String, String>>> copy = new TreeMap<>();
    tables.forEach(
        (type, rows) -> {
          Map<String, Map<String, String>> copied = new TreeMap<>();
          rows.forEach(
              (key, row) -> copied.put(key, Collections.unmodifiableMap(new TreeMap<>(row))));
          copy.put(type, Collections.unmodifiableMap(copied));
        });
    tables = Collections.unmodifiableMap(copy);
  }

  /**
   * These contents with one row put, new or in the place of the row of that key.
   *
   * @param type the type
   * @param key the key
   * @param columns column and value in turn
   * @return the new contents
   */
  public Contents with(String type, String key, String... columns) {
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < columns.length; i += 2) {
      row.put(columns[i], columns[i + 1]);
    }
    Map<String, Map<String, Map<String, String>>> copy = new TreeMap<>(tables);
    Map<String, Map<String, String>> rows = new TreeMap<>(copy.getOrDefault(type, Map.of()));
    rows.put(key, row);
    copy.put(type, rows);
    return new Contents(copy);
  }

  /**
   * These contents without one row.
   *
   * @param type the type
   * @param key the key
   * @return the new contents
   */
  public Contents without(String type, String key) {
    Map<String, Map<String, Map<String, String>>> copy = new TreeMap<>(tables);
    Map<String, Map<String, String>> rows = new TreeMap<>(copy.getOrDefault(type, Map.of()));
    rows.remove(key);
    copy.put(type, rows);
    return new Contents(copy);
  }

  /**
   * These contents with one type emptied.
   *
   * @param type the type
   * @return the new contents
   */
  public Contents withNo(String type) {
    Map<String, Map<String, Map<String, String>>> copy = new TreeMap<>(tables);
    copy.put(type, Map.of());
    return new Contents(copy);
  }

  /**
   * What other contents have too much, too little or otherwise.
   *
   * @param found the other contents
   * @return one line for each row that differs; empty if all rows are equal
   */
  public List<String> differences(Contents found) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> types = new TreeSet<>(tables.keySet());
    types.addAll(found.tables.keySet());
    for (String type : types) {
      Map<String, Map<String, String>> wanted = tables.getOrDefault(type, Map.of());
      Map<String, Map<String, String>> there = found.tables.getOrDefault(type, Map.of());
      TreeSet<String> keys = new TreeSet<>(wanted.keySet());
      keys.addAll(there.keySet());
      for (String key : keys) {
        if (!java.util.Objects.equals(wanted.get(key), there.get(key))) {
          differences.add(
              type
                  + " "
                  + key
                  + ": expected "
                  + shown(wanted.get(key))
                  + ", found "
                  + shown(there.get(key)));
        }
      }
    }
    return differences;
  }

  private static String shown(Map<String, String> row) {
    return row == null ? "no row" : row.toString();
  }
}
