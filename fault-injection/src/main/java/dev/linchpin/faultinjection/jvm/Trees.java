package dev.linchpin.faultinjection.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and deletes directory trees. */
public final class Trees {
  private Trees() {}

  /**
   * Copies a tree.
   *
   * @param from an existing directory
   * @param to a directory that does not exist yet
   */
  public static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from, e);
    }
  }

  /**
   * Deletes a tree, if it is there.
   *
   * @param root its root
   */
  public static void delete(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + root, e);
    }
  }
}
