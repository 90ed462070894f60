package dev.linchpin.protocol;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The whole state of one manifest version: everything that a graph commit can change, read
 * coherently.
 *
 * @param version the manifest's own Lance version; the value that a compare-and-set expects
 * @param target the branch and its incarnation
 * @param schemaIdentity the accepted schema identity
 * @param schemaDocument the accepted schema, opaque to the protocol
 * @param heads every table's mutable head, dropped tables included
 * @param graphHead the newest graph commit; empty for a new graph
 * @param window the most recent history entries, oldest first
 * @param segments older history, oldest first
 */
public record ManifestState(
    long version,
    BranchTarget target,
    String schemaIdentity,
    String schemaDocument,
    Map<TableId, TableHead> heads,
    Optional<CommitId> graphHead,
    List<HistoryEntry> window,
    List<SegmentRef> segments) {
  /** Copies the collections. */
  public ManifestState {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(schemaIdentity, "schemaIdentity");
    Objects.requireNonNull(schemaDocument, "schemaDocument");
    Objects.requireNonNull(graphHead, "graphHead");
    heads = Collections.unmodifiableMap(new TreeMap<>(heads));
    window = List.copyOf(window);
    segments = List.copyOf(segments);
  }

  /**
   * The head of a table that must exist.
   *
   * @param table the table
   * @return its head
   * @throws IllegalArgumentException if the manifest has no such table
   */
  public TableHead head(TableId table) {
    TableHead head = heads.get(table);
    if (head == null) {
      throw new IllegalArgumentException("the manifest has no table " + table);
    }
    return head;
  }
}
