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
import java.util.stream.Stream;

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
      SegmentRef merged = merge(List.copyOf(tail));
      tail.clear();
      segments.add(merged);
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

  private SegmentRef write(List<HistoryEntry> entries) {
    StringBuilder lines = new StringBuilder();
    for (HistoryEntry entry : entries) {
      lines.append(Json.write(ProtocolJson.write(entry))).append('\n');
    }
    SegmentRef segment =
        named(
            entries.size(),
            entries.get(0).manifestVersion(),
            entries.get(entries.size() - 1).manifestVersion());
    put(segment, lines.toString());
    return segment;
  }

  /** Joins the texts as they are: parsing a long history again would be felt in a commit. */
  private SegmentRef merge(List<SegmentRef> parts) {
    StringBuilder lines = new StringBuilder();
    long entries = 0;
    for (SegmentRef part : parts) {
      lines.append(text(part));
      entries += part.entries();
    }
    SegmentRef segment =
        named(entries, parts.get(0).firstVersion(), parts.get(parts.size() - 1).lastVersion());
    put(segment, lines.toString());
    return segment;
  }

  private static SegmentRef named(long entries, long first, long last) {
    String name = first + "-" + last + "-" + UUID.randomUUID() + ".ndjson";
    return new SegmentRef(name, entries, first, last);
  }

  @DurableCall("lineage segment")
  private void put(SegmentRef segment, String lines) {
    blobs.put(segment.name(), lines.getBytes(StandardCharsets.UTF_8));
  }

  /** Every entry, oldest first. */
  List<HistoryEntry> read(SegmentRef segment) {
    return parse(segment, text(segment).lines());
  }

  /** The entries whose text mentions an id; only those are parsed. */
  List<HistoryEntry> mentioning(SegmentRef segment, String id) {
    String text = text(segment);
    return text.contains(id)
        ? parse(segment, text.lines().filter(line -> line.contains(id)))
        : List.of();
  }

  private static List<HistoryEntry> parse(SegmentRef segment, Stream<String> lines) {
    List<HistoryEntry> entries = new ArrayList<>();
    try {
      for (String line : lines.toList()) {
        entries.add(ProtocolJson.checked(() -> ProtocolJson.entry(Json.parse(line))));
      }
    } catch (Malformed e) {
      throw unsupported(segment, e.getMessage());
    }
    return entries;
  }

  /** The segment's lines, each with its end; never fewer than the manifest counts. */
  private String text(SegmentRef segment) {
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
    String text;
    try {
      text = Json.decode(bytes);
    } catch (Malformed e) {
      throw unsupported(segment, e.getMessage());
    }
    long lines = text.chars().filter(c -> c == '\n').count();
    if (lines != segment.entries() || !text.endsWith("\n")) {
      throw unsupported(
          segment, "it has " + lines + " lines where the manifest counts " + segment.entries());
    }
    return text;
  }

  private static UnsupportedFormatException unsupported(SegmentRef segment, String reason) {
    return new UnsupportedFormatException("lineage segment " + segment.name(), reason);
  }
}
