package dev.linchpin.lance.storage;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    Path temporary = null;
    try {
      temporary = temporary(bytes);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      discard(temporary, e);
      throw failed("cannot write", target, DataState.UNKNOWN, e);
    }
  }

  @Override
  public boolean putIfAbsent(String name, byte[] bytes) {
    Path target = directory.resolve(name);
    Path temporary = null;
    try {
      temporary = temporary(bytes);
      Files.createLink(target, temporary);
      Files.delete(temporary);
      return true;
    } catch (FileAlreadyExistsException e) {
      discard(temporary, e);
      return false;
    } catch (IOException e) {
      discard(temporary, e);
      throw failed("cannot create", target, DataState.UNKNOWN, e);
    }
  }

  private Path temporary(byte[] bytes) throws IOException {
    Files.createDirectories(directory);
    Path temporary = directory.resolve(TEMPORARY + UUID.randomUUID());
    try {
      return Files.write(temporary, bytes);
    } catch (IOException e) {
      discard(temporary, e);
      throw e;
    }
  }

  private static void discard(Path temporary, IOException reported) {
    if (temporary != null) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        reported.addSuppressed(e);
      }
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
