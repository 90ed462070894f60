package dev.linchpin.lance.mutation;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.arrow.memory.util.ArrowBufPointer;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ElementAddressableVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Digests values of columns: the first 128 bits of the SHA-256 of the value's bytes in Arrow's
 * layout. Only values of one and the same type are ever compared, and types whose equality is not
 * the equality of those bytes are neither keys nor unique. For one thread.
 */
final class KeyDigester {
  private final MessageDigest sha256;
  private final byte[] hash = new byte[32];
  private final ByteBuffer words = ByteBuffer.wrap(hash);
  private final ArrowBufPointer pointer = new ArrowBufPointer();
  private byte[] bytes = new byte[64];

  KeyDigester() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** Digests a value that is not null; this digester then is that digest. */
  KeyDigester of(FieldVector column, int row) {
    if (column instanceof BitVector bits) {
      sha256.update((byte) bits.get(row));
    } else {
      ((ElementAddressableVector) column).getDataPointer(row, pointer);
      int length = (int) pointer.getLength();
      if (bytes.length < length) {
        bytes = new byte[length * 2];
      }
      if (length > 0) {
        pointer.getBuf().getBytes(pointer.getOffset(), bytes, 0, length);
      }
      sha256.update(bytes, 0, length);
    }
    try {
      sha256.digest(hash, 0, hash.length);
    } catch (DigestException impossible) {
      throw new IllegalStateException("32 bytes hold a SHA-256", impossible);
    }
    return this;
  }

  long high() {
    return words.getLong(0);
  }

  long low() {
    return words.getLong(8);
  }
}
