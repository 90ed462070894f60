package dev.linchpin.lance.mutation;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Row addresses, eight bytes each, grouped by fragment in the end. */
final class AddressList {
  private long[] addresses = new long[64];
  private int size;

  void add(long address) {
    if (size == addresses.length) {
      addresses = Arrays.copyOf(addresses, size * 2);
    }
    addresses[size++] = address;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Physical offsets by fragment, both ascending. */
  SortedMap<Integer, List<Integer>> byFragment() {
    long[] sorted = Arrays.copyOf(addresses, size);
    Arrays.sort(sorted);
    SortedMap<Integer, List<Integer>> fragments = new TreeMap<>();
    int begin = 0;
    while (begin < size) {
      int fragment = (int) (sorted[begin] >>> 32);
      int end = begin;
      while (end < size && (int) (sorted[end] >>> 32) == fragment) {
        end++;
      }
      fragments.put(fragment, new Offsets(Arrays.copyOfRange(sorted, begin, end)));
      begin = end;
    }
    return fragments;
  }

  /** The lower halves as a list that boxes one at a time. */
  private static final class Offsets extends AbstractList<Integer> {
    private final long[] sorted;

    Offsets(long[] sorted) {
      this.sorted = sorted;
    }

    @Override
    public Integer get(int index) {
      return (int) sorted[index];
    }

    @Override
    public int size() {
      return sorted.length;
    }
  }
}
