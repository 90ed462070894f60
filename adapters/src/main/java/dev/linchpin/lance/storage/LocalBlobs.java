package dev.linchpin.lance.storage;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Objects as files of one directory: written under a hidden temporary name, then renamed or linked
 * into place. Nothing is forced to the disk, as Lance forces nothing either: a killed process loses
 * nothing, a power cut may.
 */
public final class LocalBlobs implements Blobs {
  private static final String TEMPORARY = ".tmp-";

  private final Path directory;

  /**
   * Objects in a directory, which need not exist yet.
   *
   * @param directory where
   */
  public LocalBlobs(Path directory) {
    this.directory = directory;
  }

  @Override
  public void put(String name, byte[] bytes) {
    Path target = directory.resolve(name);
    Path temporary = temporary(target, bytes);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      discard(temporary, e);
      throw failed("cannot replace", target, DataState.UNKNOWN, e);
    }
  }

  @Override
  public boolean putIfAbsent(String name, byte[] bytes) {
    Path target = directory.resolve(name);
    Path temporary = temporary(target, bytes);
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      discard(temporary, e);
      return false;
    } catch (IOException e) {
      discard(temporary, e);
      throw failed("cannot create", target, DataState.UNKNOWN, e);
    }
    try {
      Files.delete(temporary);
    } catch (IOException e) {
      throw failed("created, but cannot tidy up after creating", target, DataState.UNKNOWN, e);
    }
    return true;
  }

  /** The bytes under a hidden name; whatever fails here leaves the object as it was. */
  private Path temporary(Path target, byte[] bytes) {
    Path temporary = directory.resolve(TEMPORARY + UUID.randomUUID());
    try {
      Files.createDirectories(directory);
      return Files.write(temporary, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      discard(temporary, e);
      throw failed("the object is as it was: cannot write", target, DataState.UNCHANGED, e);
    }
  }

  private static void discard(Path temporary, IOException reported) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      reported.addSuppressed(e);
    }
  }

  @Override
  public Optional<byte[]> get(String name) {
    Path target = directory.resolve(name);
    try {
      return Optional.of(Files.readAllBytes(target));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("cannot read", target, DataState.UNCHANGED, e);
    }
  }

  @Override
  public List<String> list() {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith(TEMPORARY))
          .sorted()
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | java.io.UncheckedIOException e) {
      throw failed("cannot list", directory, DataState.UNCHANGED, e);
    }
  }

  @Override
  public void delete(String name) {
    Path target = directory.resolve(name);
    try {
      Files.deleteIfExists(target);
    } catch (IOException e) {
      throw failed("cannot delete", target, DataState.UNKNOWN, e);
    }
  }

  private static StorageException failed(String what, Path where, DataState state, Exception e) {
    return new StorageException(what + " " + where + ": " + e, state, e);
  }
}
