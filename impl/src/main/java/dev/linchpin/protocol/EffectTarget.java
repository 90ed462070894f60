package dev.linchpin.protocol;

import java.util.Objects;

/**
 * The durable half of a planned effect: what a sidecar records and recovery identifies (seed
 * sections 2.3 and 4.5).
 *
 * @param table the table's incarnation
 * @param path the dataset, relative to the graph's root
 * @param expected the pinned pointer and epoch: the expected pre-state
 * @param transactionUuid the pre-minted identity of the physical transaction
 * @param kind how the effect reaches the substrate
 * @param postState what it may achieve
 */
public record EffectTarget(
    TableId table,
    String path,
    TableToken expected,
    String transactionUuid,
    EffectKind kind,
    PostState postState) {
  /** All parts are required. */
  public EffectTarget {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(transactionUuid, "transactionUuid");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(postState, "postState");
  }
}
