package dev.linchpin.lance.mutation;

import dev.linchpin.error.ResourceLimitException;

/**
 * A map from 128-bit cryptographic digests to small numbers in primitive arrays: a million keys of
 * any length take some 42 MB. Two keys with one digest are as likely as a broken SHA-256.
 */
final class DigestMap {
  /** What an absent digest is mapped to. */
  static final int ABSENT = Integer.MIN_VALUE;

  private static final int FIRST_CAPACITY = 64;
  private static final int LARGEST_CAPACITY = 1 << 29;

  /** Both halves of each slot's digest, side by side so that a probe touches one cache line. */
  private long[] digests = new long[2 * FIRST_CAPACITY];

  private int[] values = new int[FIRST_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  int get(KeyDigester digest) {
    int slot = find(digest);
    return slot < 0 ? ABSENT : values[slot];
  }

  /**
   * The slot of a digest.
   *
   * @return a number below {@link #capacity()} that stays the same until the next put, or -1
   */
  int find(long high, long low) {
    int slot = slot(digests, high, low);
    return occupied(slot) ? slot : -1;
  }

  int find(KeyDigester digest) {
    return find(digest.high(), digest.low());
  }

  /** Maps an absent digest; returns {@link #ABSENT} if it was absent, else what it is mapped to. */
  int putIfAbsent(long high, long low, int value) {
    int slot = slot(digests, high, low);
    if (occupied(slot)) {
      return values[slot];
    }
    place(digests, slot, high, low);
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
    int slot = find(digest);
    if (slot < 0) {
      putIfAbsent(digest, amount);
    } else {
      values[slot] += amount;
    }
  }

  int capacity() {
    return values.length;
  }

  boolean occupied(int slot) {
    return (digests[2 * slot] | digests[2 * slot + 1]) != 0;
  }

  long high(int slot) {
    return digests[2 * slot];
  }

  long low(int slot) {
    return digests[2 * slot + 1];
  }

  int value(int slot) {
    return values[slot];
  }

  /** Linear probing; the digest's own bits are as random as any hash of them. */
  private static int slot(long[] digests, long high, long low) {
    long sought = stored(high, low);
    int mask = digests.length / 2 - 1;
    int slot = (int) sought & mask;
    while (true) {
      long foundHigh = digests[2 * slot];
      long foundLow = digests[2 * slot + 1];
      if ((foundHigh | foundLow) == 0 || foundHigh == high && foundLow == sought) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** All zeros mark an empty slot, so that the one digest of zeros is stored as another. */
  private static long stored(long high, long low) {
    return (high | low) == 0 ? 1 : low;
  }

  private static void place(long[] digests, int slot, long high, long low) {
    digests[2 * slot] = high;
    digests[2 * slot + 1] = stored(high, low);
  }

  private void grow() {
    if (values.length >= LARGEST_CAPACITY) {
      throw new ResourceLimitException(
          "one write may touch at most " + LARGEST_CAPACITY / 4 * 3 + " keys of a type");
    }
    long[] bigger = new long[digests.length * 2];
    int[] biggerValues = new int[values.length * 2];
    for (int old = 0; old < values.length; old++) {
      if (occupied(old)) {
        int slot = slot(bigger, high(old), low(old));
        place(bigger, slot, high(old), low(old));
        biggerValues[slot] = values[old];
      }
    }
    digests = bigger;
    values = biggerValues;
  }
}
