package dev.linchpin.lance.mutation;

import dev.linchpin.lance.TableReads;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.Effects;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.write.AttemptIdentity;
import dev.linchpin.write.WritePlanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Prepares a mutation or load (seed sections 4.2 and 6.1): runs the caller's function against one
 * base, checks the complete constraint set, stages one effect for each touched table.
 *
 * <p>The read set is complete by construction: the base can be read through {@link TableReads}
 * only, which remembers every table.
 *
 * @param <R> the function's result
 */
public final class MutationPlanner<R> implements WritePlanner<R> {
  private final Path root;
  private final BufferAllocator allocator;
  private final Function<Mutation, R> function;

  /**
   * A planner.
   *
   * @param root the graph's directory
   * @param allocator where batches live
   * @param function the caller's function; it runs once for each attempt
   */
  public MutationPlanner(Path root, BufferAllocator allocator, Function<Mutation, R> function) {
    this.root = Objects.requireNonNull(root, "root");
    this.allocator = Objects.requireNonNull(allocator, "allocator");
    this.function = Objects.requireNonNull(function, "function");
  }

  @Override
  public WriterKind writerKind() {
    return WriterKind.MUTATION;
  }

  @Override
  public Plan<R> prepare(BaseView base, AttemptIdentity identity) {
    try (TableReads reads = new TableReads(root, allocator, base.state())) {
      WriteChanges changes = new WriteChanges(reads);
      R result = run(changes, identity);
      validate(changes);
      Effects effects = stage(changes, identity);
      Set<TableId> slots = new TreeSet<>();
      effects.targets().forEach(target -> slots.add(target.table()));
      // Last: whatever was read until here is a member. The graph head is none, since no mutation
      // depends on it.
      ReadSet readSet =
          new ReadSet(
              base.state().target(),
              base.state().schemaIdentity(),
              Optional.empty(),
              reads.touched());
      return new Plan<>(
          new PreparedWrite(
              identity.operation(),
              WriterKind.MUTATION,
              base.state().target(),
              base,
              readSet,
              effects,
              new ManifestDelta(slots),
              Optional.of(identity.lineage()),
              MutationAdapter.plan()),
          result);
    }
  }

  private R run(WriteChanges changes, AttemptIdentity identity) {
    Mutation mutation = new Mutation(changes, allocator, identity.ids());
    try {
      R result = function.apply(mutation);
      mutation.rethrowFailure();
      return result;
    } finally {
      mutation.end();
    }
  }

  /** The complete constraint set, over the base and all changes together. */
  private static void validate(WriteChanges changes) {
    for (ElementType type : changes.reads().schema().types()) {
      changes.find(type.name()).ifPresent(change -> new KeyCheck(changes, change).run());
    }
    new EndpointCheck(changes).run();
    for (EdgeTally tally : changes.tallies()) {
      new EdgeCheck(changes, tally).run();
    }
    changes.violations().throwIfAny();
  }

  private static Effects stage(WriteChanges changes, AttemptIdentity identity) {
    List<PlannedEffect> effects = new ArrayList<>();
    for (TableChange change : changes.touched()) {
      EffectStager.stage(change, identity.ids().next()).ifPresent(effects::add);
    }
    return new Effects(effects);
  }
}
