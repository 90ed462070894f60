package dev.linchpin.protocol;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every authority value whose stability the prepared result depends on (seed section 2.2).
 *
 * <p>A table is a member because its value affected the decision, not because it is written. The
 * graph head is a member only where the result depends on it; a mutation's lineage parent is an
 * output slot bound at the CAS, so that writers of disjoint tables do not roll each other back.
 *
 * @param target the branch incarnation
 * @param schemaIdentity the accepted schema identity
 * @param graphHead the graph head that the result depends on; empty when it does not depend on it
 * @param tables the token of every table written or probed
 */
public record ReadSet(
    BranchTarget target,
    String schemaIdentity,
    Optional<CommitId> graphHead,
    Map<TableId, TableToken> tables) {
  /** Copies the table tokens. */
  public ReadSet {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(schemaIdentity, "schemaIdentity");
    Objects.requireNonNull(graphHead, "graphHead");
    tables = Collections.unmodifiableMap(new TreeMap<>(tables));
  }

  /**
   * A member that no longer has the captured value.
   *
   * @param member what changed, for people
   * @param captured the value that the plan was computed from
   * @param found the fresh value
   */
  public record Mismatch(String member, String captured, String found) {
    @Override
    public String toString() {
      return member + " was " + captured + " and is now " + found;
    }
  }

  /**
   * Compares every member with a fresh manifest (seed sections 4.4 and 4.7).
   *
   * @param fresh the authority state to arbitrate against
   * @return the first member that differs, or empty when the complete read set still holds
   */
  public Optional<Mismatch> firstMismatch(ManifestState fresh) {
    if (!target.equals(fresh.target())) {
      return Optional.of(
          new Mismatch("branch incarnation", target.toString(), fresh.target().toString()));
    }
    if (!schemaIdentity.equals(fresh.schemaIdentity())) {
      return Optional.of(new Mismatch("schema identity", schemaIdentity, fresh.schemaIdentity()));
    }
    if (graphHead.isPresent() && !graphHead.equals(fresh.graphHead())) {
      return Optional.of(
          new Mismatch("graph head", graphHead.toString(), fresh.graphHead().toString()));
    }
    for (Map.Entry<TableId, TableToken> member : tables.entrySet()) {
      TableHead head = fresh.heads().get(member.getKey());
      if (head == null || head.deleted()) {
        return Optional.of(
            new Mismatch("table " + member.getKey(), member.getValue().toString(), "dropped"));
      }
      if (!head.token().equals(member.getValue())) {
        return Optional.of(
            new Mismatch(
                "table " + head.name(), member.getValue().toString(), head.token().toString()));
      }
    }
    return Optional.empty();
  }
}
