package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.StorageException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/**
 * Makes a stream that can be read once readable for every attempt of a write: its batches go to a
 * temporary file, which is deleted when this is closed.
 */
public final class InputSpool implements AutoCloseable {
  private final Path file;
  private final BufferAllocator allocator;

  private InputSpool(Path file, BufferAllocator allocator) {
    this.file = file;
    this.allocator = allocator;
  }

  /**
   * Reads a stream to its end.
   *
   * @param input the stream; it is not closed
   * @param allocator where the batches of {@link #open()} live
   * @return the spool
   * @throws InvalidInputException if the stream fails
   * @throws StorageException if the temporary file cannot be written
   */
  public static InputSpool of(ArrowReader input, BufferAllocator allocator) {
    Path file;
    try {
      file = Files.createTempFile("linchpin-input-", ".arrows");
    } catch (IOException failure) {
      throw new StorageException("cannot create a temporary file: " + failure, failure);
    }
    InputSpool spool = new InputSpool(file, allocator);
    try {
      spool.fill(input);
      return spool;
    } catch (RuntimeException | Error failure) {
      spool.close();
      throw failure;
    }
  }

  private void fill(ArrowReader input) {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        ArrowStreamWriter writer =
            new ArrowStreamWriter(input.getVectorSchemaRoot(), input, Channels.newChannel(out))) {
      writer.start();
      while (loadNextBatch(input)) {
        writer.writeBatch();
      }
      writer.end();
    } catch (IOException failure) {
      throw new StorageException("cannot spool the input to " + file + ": " + failure, failure);
    }
  }

  private static boolean loadNextBatch(ArrowReader input) {
    try {
      return input.loadNextBatch();
    } catch (IOException failure) {
      throw new InvalidInputException("the input cannot be read: " + failure.getMessage());
    }
  }

  /**
   * The stream from its beginning.
   *
   * @return a reader to be closed
   */
  public ArrowReader open() {
    try {
      return new ArrowStreamReader(new BufferedInputStream(Files.newInputStream(file)), allocator);
    } catch (IOException failure) {
      throw new StorageException("cannot read the spooled input " + file + ": " + failure, failure);
    }
  }

  /** Deletes the temporary file; a second call does nothing. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw new StorageException("cannot delete the temporary file " + file, failure);
    }
  }
}
