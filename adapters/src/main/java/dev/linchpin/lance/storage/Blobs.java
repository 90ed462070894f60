package dev.linchpin.lance.storage;

import java.util.List;
import java.util.Optional;

/** Small named objects in one place. Reads never create anything. */
public interface Blobs {
  /**
   * Replaces an object: a reader sees the old bytes or the new ones, never a mixture, and the new
   * ones if and only if this has taken effect.
   *
   * @param name the object
   * @param bytes its whole content
   * @throws dev.linchpin.error.StorageException if it is unknown whether the bytes are durable
   */
  void put(String name, byte[] bytes);

  /**
   * Creates an object if and only if none of that name exists; of two racing creators exactly one
   * succeeds.
   *
   * @param name the object
   * @param bytes its whole content
   * @return whether this call created it
   * @throws dev.linchpin.error.StorageException if it is unknown whether it exists
   */
  boolean putIfAbsent(String name, byte[] bytes);

  /**
   * Reads an object.
   *
   * @param name the object
   * @return its bytes, or empty if and only if it is not there
   * @throws dev.linchpin.error.StorageException if the store cannot say
   */
  Optional<byte[]> get(String name);

  /**
   * Lists the objects; one that is put or deleted meanwhile may or may not be among them.
   *
   * @return the names, sorted
   * @throws dev.linchpin.error.StorageException if the listing fails
   */
  List<String> list();

  /**
   * Deletes an object if it is there.
   *
   * @param name the object
   * @throws dev.linchpin.error.StorageException if it is unknown whether it is gone
   */
  void delete(String name);
}
