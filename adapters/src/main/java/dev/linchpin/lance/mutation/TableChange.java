package dev.linchpin.lance.mutation;

import dev.linchpin.lance.BoundCondition;
import dev.linchpin.lance.PinnedTable;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lance.FragmentMetadata;

/** What one write does to one table, as far as it is known. */
final class TableChange {
  /** What happens to a key; the values of {@link #keys}. */
  static final int INSERT = 1;

  static final int UPSERT = 2;
  static final int DELETE = 3;

  /** Not named by the caller: a condition took its row. */
  static final int DELETE_WHERE = 4;

  private final PinnedTable table;
  private final DigestMap keys = new DigestMap();
  private final Map<Property, DigestMap> uniques = new LinkedHashMap<>();
  private final List<BoundCondition> conditions = new ArrayList<>();
  private final List<FragmentMetadata> staged = new ArrayList<>();
  private final AddressList removed = new AddressList();
  private boolean overwrite;
  private boolean newRows;

  TableChange(PinnedTable table) {
    this.table = table;
    table.type().uniques().forEach(property -> uniques.put(property, new DigestMap()));
  }

  PinnedTable table() {
    return table;
  }

  ElementType type() {
    return table.type();
  }

  /** Every key that this write names or removes. */
  DigestMap keys() {
    return keys;
  }

  /** The values of the new rows, by unique property. */
  Map<Property, DigestMap> uniques() {
    return uniques;
  }

  List<BoundCondition> conditions() {
    return conditions;
  }

  /** New fragments, written but not committed. */
  List<FragmentMetadata> staged() {
    return staged;
  }

  /** The base rows that go; known after the key check; not used by an overwrite. */
  AddressList removed() {
    return removed;
  }

  boolean overwrite() {
    return overwrite;
  }

  void markOverwrite() {
    overwrite = true;
  }

  boolean newRows() {
    return newRows;
  }

  void markNewRows() {
    newRows = true;
  }

  boolean touched() {
    return overwrite || keys.size() > 0 || !conditions.isEmpty();
  }

  /** Whether a base row is gone or replaced after this write. Known after the key check. */
  boolean removes(KeyDigester key) {
    if (overwrite) {
      return true;
    }
    int operation = keys.get(key);
    return operation != DigestMap.ABSENT && operation != INSERT;
  }

  /** What this write alone says of a key after it. */
  Presence presence(long high, long low) {
    int slot = keys.find(high, low);
    if (slot < 0) {
      return overwrite ? Presence.ABSENT : Presence.AS_IN_BASE;
    }
    return switch (keys.value(slot)) {
      case INSERT, UPSERT -> Presence.PRESENT;
      default -> Presence.ABSENT;
    };
  }

  Presence presence(KeyDigester key) {
    return presence(key.high(), key.low());
  }

  /** Whether this write takes keys away. Known after the key check. */
  boolean takesKeysAway() {
    if (overwrite) {
      return true;
    }
    for (int slot = 0; slot < keys.capacity(); slot++) {
      if (keys.occupied(slot) && keys.value(slot) >= DELETE) {
        return true;
      }
    }
    return false;
  }

  /** Whether a row of a key exists after the write. */
  enum Presence {
    PRESENT,
    ABSENT,
    AS_IN_BASE
  }
}
