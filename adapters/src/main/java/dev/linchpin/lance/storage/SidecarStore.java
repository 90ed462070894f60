package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.spi.IntentStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Recovery sidecars as objects, one an operation. */
public final class SidecarStore implements IntentStore {
  private static final String SUFFIX = ".json";

  private final Blobs blobs;

  /**
   * Sidecars in an object store.
   *
   * @param blobs the recovery folder
   */
  public SidecarStore(Blobs blobs) {
    this.blobs = blobs;
  }

  @Override
  public List<String> list() {
    return blobs.list();
  }

  @Override
  public IntentRead read(String name) {
    if (!name.endsWith(SUFFIX)) {
      return new IntentRead.Unreadable(name, "no sidecar has such a name");
    }
    Optional<byte[]> bytes = blobs.get(name);
    if (bytes.isEmpty()) {
      return new IntentRead.Vanished();
    }
    try {
      RecoveryIntent intent = IntentCodec.read(Json.decode(bytes.get()));
      if (!nameOf(intent.operation()).equals(name)) {
        return new IntentRead.Unreadable(
            name, "it carries operation " + intent.operation() + ", which belongs elsewhere");
      }
      return new IntentRead.Readable(intent);
    } catch (Malformed e) {
      return new IntentRead.Unreadable(name, e.getMessage());
    }
  }

  @Override
  @DurableCall("sidecar put")
  public void put(RecoveryIntent intent) {
    blobs.put(
        nameOf(intent.operation()), IntentCodec.write(intent).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  @DurableCall("sidecar removal")
  public void remove(OperationId operation) {
    blobs.delete(nameOf(operation));
  }

  @Override
  public String nameOf(OperationId operation) {
    return operation.value() + SUFFIX;
  }
}
