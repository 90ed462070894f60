package dev.linchpin.modelchecking;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The specification and the models as files, wherever this class was loaded from.
 *
 * <p>The build puts {@code spec/} and the models next to the classes, so that a checkout and a jar
 * are read in the same way. TLC wants a directory; this makes one.
 */
final class SpecFiles {
  private static final String ROOT = "/linchpin-spec/";

  private SpecFiles() {}

  static String read(String name) {
    try (InputStream in = SpecFiles.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        throw new IllegalStateException("the build has not packaged " + ROOT + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts every module and every configuration into a directory. */
  static void copyTo(Path directory) throws IOException {
    // A module that is surely there; jars need not have entries for directories.
    URL known = SpecFiles.class.getResource(ROOT + "Linchpin.tla");
    if (known == null) {
      throw new IllegalStateException("the build has not packaged " + ROOT);
    }
    if (known.openConnection() instanceof JarURLConnection inJar) {
      Path jar = Path.of(URI.create(inJar.getJarFileURL().toString()));
      try (FileSystem files = FileSystems.newFileSystem(jar)) {
        copyAll(files.getPath(ROOT), directory);
      }
    } else {
      copyAll(Path.of(URI.create(known.toString())).getParent(), directory);
    }
  }

  private static void copyAll(Path source, Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(source, "*.{tla,cfg}")) {
      for (Path file : files) {
        Files.copy(file, directory.resolve(file.getFileName().toString()));
      }
    }
  }

  static void deleteTree(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
