package dev.linchpin.cli;

import dev.linchpin.lance.storage.GraphCreation;
import dev.linchpin.lance.storage.GraphLayout;
import dev.linchpin.lance.storage.LanceManifestAuthority;
import dev.linchpin.lance.storage.LanceTableSubstrate;
import dev.linchpin.lance.storage.LocalBlobs;
import dev.linchpin.lance.storage.SidecarStore;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.IntentStore.IntentRead;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.RootAllocator;

/**
 * What is durable in a graph's directory, read through the ports and shown without judging it: the
 * published pointers, the physical HEADs, and the sidecars. Writes nothing.
 */
public final class Inspection implements AutoCloseable {
  private final RootAllocator allocator = new RootAllocator();
  private final ManifestAuthority authority;
  private final TableSubstrate tables;
  private final SidecarStore sidecars;
  private final ManifestState newest;

  /**
   * Looks at a graph.
   *
   * @param root its directory
   * @throws dev.linchpin.error.NotAGraphException if it holds no graph
   */
  public Inspection(Path root) {
    GraphLayout layout = GraphLayout.of(root);
    GraphCreation.requireGraph(layout);
    authority = new LanceManifestAuthority(layout, allocator);
    tables = new LanceTableSubstrate(layout, allocator);
    sidecars = new SidecarStore(new LocalBlobs(layout.recovery()));
    newest = authority.read();
  }

  /**
   * The manifest as it was when this inspection began.
   *
   * @return its newest version then
   */
  public ManifestState newest() {
    return newest;
  }

  /**
   * The tables that are not dropped.
   *
   * @param state a manifest
   * @return their heads, by type name
   */
  public List<TableHead> heads(ManifestState state) {
    return state.heads().values().stream()
        .filter(head -> !head.deleted())
        .sorted(Comparator.comparing(TableHead::name))
        .toList();
  }

  /**
   * A table's newest physical version, published or not.
   *
   * @param head the table
   * @return a Lance version
   */
  public long physicalHead(TableHead head) {
    return tables.head(head.path());
  }

  private String names(Collection<TableId> ids) {
    return ids.stream().map(this::name).sorted().collect(Collectors.joining(", "));
  }

  /** A table's name, or its identity if the newest manifest does not know it. */
  String name(TableId id) {
    TableHead head = newest.heads().get(id);
    return head == null ? id.value() : head.name();
  }

  /**
   * The sidecars.
   *
   * @return what each says
   */
  public List<Pending> sidecars() {
    List<Pending> found = new ArrayList<>();
    for (String name : sidecars.list()) {
      IntentRead read = sidecars.read(name);
      if (read instanceof IntentRead.Readable readable) {
        found.add(describe(readable.intent()));
      } else if (read instanceof IntentRead.Unreadable unreadable) {
        found.add(
            new Pending(
                "sidecar " + name, "cannot be understood (" + unreadable.reason() + ")", "kept"));
      }
    }
    return found;
  }

  /**
   * One sidecar, for people.
   *
   * @param what whose it is
   * @param phase how far that is known to have come
   * @param details the tables and the owner
   */
  public record Pending(String what, String phase, String details) {}

  private Pending describe(RecoveryIntent intent) {
    return new Pending(
        "operation " + intent.operation(),
        intent.phase() instanceof Phase.Confirmed
            ? "confirmed (all its effects are complete)"
            : "armed (its effects are possibly partial)",
        "writes "
            + names(intent.written())
            + "; by "
            + intent.owner().description()
            + (intent.abandoned() ? ", handed over" : ""));
  }

  @Override
  public void close() {
    allocator.close();
  }
}
