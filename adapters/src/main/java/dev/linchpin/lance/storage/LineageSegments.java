package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.error.StorageException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.SegmentRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Older history in immutable segments. The window in the manifest is bounded; when it is full, its
 * older half moves to a new segment, and segments of one size class are merged, so that a manifest
 * names a number of segments that grows with the logarithm of history and a commit costs the same,
 * amortized, at any length of it. A segment that was merged away stays, since older manifest
 * versions name it.
 */
final class LineageSegments {
  /** The most history entries that a manifest carries itself. */
  static final int WINDOW = 64;

  /** How many segments of one size class are merged into one of the next. */
  static final int FACTOR = 8;

  private static final int SPILL = WINDOW / 2;

  private final Blobs blobs;

  LineageSegments(Blobs blobs) {
    this.blobs = blobs;
  }

  /** The same history with a bounded window; new segments are durable when this returns. */
  ManifestState bounded(ManifestState state) {
    if (state.window().size() <= WINDOW) {
      return state;
    }
    List<SegmentRef> segments = new ArrayList<>(state.segments());
    List<HistoryEntry> window = state.window();
    segments.add(write(window.subList(0, SPILL)));
    int run = equalTail(segments);
    while (run >= FACTOR) {
      List<SegmentRef> tail = segments.subList(segments.size() - run, segments.size());
      List<HistoryEntry> merged = new ArrayList<>();
      tail.forEach(segment -> merged.addAll(read(segment, line -> true)));
      tail.clear();
      segments.add(write(merged));
      run = equalTail(segments);
    }
    return new ManifestState(
        state.version(),
        state.target(),
        state.schemaIdentity(),
        state.schemaDocument(),
        state.heads(),
        state.graphHead(),
        window.subList(SPILL, window.size()),
        segments);
  }

  private static int equalTail(List<SegmentRef> segments) {
    int count = 0;
    int last = sizeClass(segments.get(segments.size() - 1));
    for (int i = segments.size() - 1; i >= 0 && sizeClass(segments.get(i)) == last; i--) {
      count++;
    }
    return count;
  }

  private static int sizeClass(SegmentRef segment) {
    int size = 0;
    for (long entries = segment.entries(); entries >= (long) SPILL * FACTOR; entries /= FACTOR) {
      size++;
    }
    return size;
  }

  @DurableCall("lineage segment")
  private SegmentRef write(List<HistoryEntry> entries) {
    long first = entries.get(0).manifestVersion();
    long last = entries.get(entries.size() - 1).manifestVersion();
    String name = first + "-" + last + "-" + UUID.randomUUID() + ".ndjson";
    StringBuilder lines = new StringBuilder();
    for (HistoryEntry entry : entries) {
      lines.append(Json.write(ProtocolJson.write(entry))).append('\n');
    }
    blobs.put(name, lines.toString().getBytes(StandardCharsets.UTF_8));
    return new SegmentRef(name, entries.size(), first, last);
  }

  /** The entries whose line passes, oldest first; the line is tested before it is parsed. */
  List<HistoryEntry> read(SegmentRef segment, Predicate<String> lines) {
    byte[] bytes =
        blobs
            .get(segment.name())
            .orElseThrow(
                () ->
                    new StorageException(
                        "lineage segment "
                            + segment.name()
                            + " is named by the manifest but absent",
                        null));
    List<HistoryEntry> entries = new ArrayList<>();
    try {
      for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
        if (lines.test(line)) {
          entries.add(ProtocolJson.checked(() -> ProtocolJson.entry(Json.parse(line))));
        }
      }
    } catch (Malformed e) {
      throw new UnsupportedFormatException("lineage segment " + segment.name(), e.getMessage());
    }
    return entries;
  }
}
