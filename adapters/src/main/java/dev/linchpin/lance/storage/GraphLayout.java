package dev.linchpin.lance.storage;

import dev.linchpin.protocol.TableId;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where the parts of a graph lie below its root. Computing a place never creates it.
 *
 * @param root the graph's directory, canonical as far as it exists
 */
public record GraphLayout(Path root) {
  /**
   * The layout of a graph.
   *
   * @param root the graph's directory
   * @return the same layout for every spelling of one directory
   */
  public static GraphLayout of(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    for (Path there = absolute; there != null; there = there.getParent()) {
      try {
        return new GraphLayout(there.toRealPath().resolve(there.relativize(absolute)).normalize());
      } catch (IOException absent) {
        // Not there, or not to be looked at: its parent decides how it will be spelled.
        continue;
      }
    }
    return new GraphLayout(absolute);
  }

  /**
   * The manifest dataset: there is a graph if and only if this is there.
   *
   * @return its directory
   */
  public Path manifest() {
    return root.resolve("__manifest.lance");
  }

  /**
   * The recovery sidecars.
   *
   * @return their directory
   */
  public Path recovery() {
    return root.resolve("__recovery");
  }

  /**
   * The durable records of recoveries.
   *
   * @return their directory
   */
  public Path audit() {
    return root.resolve("__audit");
  }

  /**
   * The durable records of operators' repairs.
   *
   * @return their directory
   */
  public Path repairs() {
    return root.resolve("__repairs");
  }

  /**
   * The immutable lineage segments.
   *
   * @return their directory
   */
  public Path lineage() {
    return root.resolve("__lineage");
  }

  /**
   * The liveness locks of processes.
   *
   * @return their directory
   */
  public Path owners() {
    return root.resolve("__owners");
  }

  /**
   * The data tables.
   *
   * @return their directory
   */
  public Path tables() {
    return root.resolve("tables");
  }

  /**
   * A table's path, unique to its incarnation.
   *
   * @param table the incarnation
   * @return a path relative to the root
   */
  public static String tablePath(TableId table) {
    return "tables/" + table.value() + ".lance";
  }

  /**
   * A dataset's address.
   *
   * @param path relative to the root
   * @return what Lance opens
   */
  public String uri(String path) {
    return root.resolve(path).toString();
  }
}
