package dev.linchpin.lance.mutation;

import dev.linchpin.error.ResourceLimitException;
import java.util.Arrays;

/**
 * A map from 128-bit cryptographic digests to small numbers in primitive arrays: a million keys of
 * any length take some 42 MB. Two keys with one digest are as likely as a broken SHA-256.
 */
final class DigestMap {
  /** What an absent digest is mapped to. */
  static final int ABSENT = Integer.MIN_VALUE;

  private static final int FIRST_CAPACITY = 64;
  private static final int LARGEST_CAPACITY = 1 << 29;

  private long[] high = new long[FIRST_CAPACITY];
  private long[] low = new long[FIRST_CAPACITY];
  private int[] values = empty(FIRST_CAPACITY);
  private int size;

  private static int[] empty(int capacity) {
    int[] values = new int[capacity];
    Arrays.fill(values, ABSENT);
    return values;
  }

  int size() {
    return size;
  }

  int get(KeyDigester digest) {
    return values[slot(digest.high(), digest.low())];
  }

  /**
   * The slot of a digest.
   *
   * @return a number below {@link #capacity()} that stays the same until the next put, or -1
   */
  int find(long highBits, long lowBits) {
    int slot = slot(highBits, lowBits);
    return values[slot] == ABSENT ? -1 : slot;
  }

  int find(KeyDigester digest) {
    return find(digest.high(), digest.low());
  }

  /** Maps an absent digest; returns {@link #ABSENT} if it was absent, else what it is mapped to. */
  int putIfAbsent(long highBits, long lowBits, int value) {
    int slot = slot(highBits, lowBits);
    if (values[slot] != ABSENT) {
      return values[slot];
    }
    high[slot] = highBits;
    low[slot] = lowBits;
    values[slot] = value;
    size++;
    if (size > values.length / 4 * 3) {
      grow();
    }
    return ABSENT;
  }

  int putIfAbsent(KeyDigester digest, int value) {
    return putIfAbsent(digest.high(), digest.low(), value);
  }

  /** Adds to a digest's number, which is 0 for an absent one. */
  void add(KeyDigester digest, int amount) {
    if (putIfAbsent(digest, amount) != ABSENT) {
      values[slot(digest.high(), digest.low())] += amount;
    }
  }

  int capacity() {
    return values.length;
  }

  boolean occupied(int slot) {
    return values[slot] != ABSENT;
  }

  long high(int slot) {
    return high[slot];
  }

  long low(int slot) {
    return low[slot];
  }

  int value(int slot) {
    return values[slot];
  }

  /** Linear probing; the digest's own bits are as random as any hash of them. */
  private int slot(long highBits, long lowBits) {
    int mask = values.length - 1;
    int slot = (int) lowBits & mask;
    while (values[slot] != ABSENT && (high[slot] != highBits || low[slot] != lowBits)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    if (values.length >= LARGEST_CAPACITY) {
      throw new ResourceLimitException(
          "one write may touch at most " + LARGEST_CAPACITY / 4 * 3 + " keys of a type");
    }
    long[] oldHigh = high;
    long[] oldLow = low;
    int[] oldValues = values;
    high = new long[oldValues.length * 2];
    low = new long[oldValues.length * 2];
    values = empty(oldValues.length * 2);
    for (int old = 0; old < oldValues.length; old++) {
      if (oldValues[old] != ABSENT) {
        int slot = slot(oldHigh[old], oldLow[old]);
        high[slot] = oldHigh[old];
        low[slot] = oldLow[old];
        values[slot] = oldValues[old];
      }
    }
  }
}
