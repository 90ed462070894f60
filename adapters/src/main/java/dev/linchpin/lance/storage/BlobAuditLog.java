package dev.linchpin.lance.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.DurableCall;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.spi.AuditLog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Audit records as objects that are created once and never replaced. */
public final class BlobAuditLog implements AuditLog {
  private static final long FORMAT_VERSION = 1;

  private final Blobs blobs;

  /**
   * Audit records in an object store.
   *
   * @param blobs the audit folder
   */
  public BlobAuditLog(Blobs blobs) {
    this.blobs = blobs;
  }

  @Override
  @DurableCall("audit record")
  public void record(AuditRecord record) {
    ObjectNode node = Json.object().put("formatVersion", FORMAT_VERSION);
    node.put("operation", record.operation().value()).put("kind", record.kind().name());
    node.put("decisionId", record.decisionId().value());
    node.set("recoveredBy", ProtocolJson.write(record.recoveredBy()));
    node.put("time", record.time().toString()).put("detail", record.detail());
    blobs.putIfAbsent(
        name(record.operation(), record.kind()), Json.write(node).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public List<AuditRecord> of(OperationId operation) {
    List<AuditRecord> records = new ArrayList<>();
    for (AuditRecord.Kind kind : AuditRecord.Kind.values()) {
      String name = name(operation, kind);
      Optional<byte[]> bytes = blobs.get(name);
      if (bytes.isPresent()) {
        records.add(parse(name, bytes.get()));
      }
    }
    return records;
  }

  private static String name(OperationId operation, AuditRecord.Kind kind) {
    return operation.value() + "." + kind.name() + ".json";
  }

  private static AuditRecord parse(String name, byte[] bytes) {
    try {
      JsonNode node = Json.parse(Json.decode(bytes));
      long version = Json.integer(node, "formatVersion");
      if (version != FORMAT_VERSION) {
        throw new Malformed("format version " + version + ", not " + FORMAT_VERSION);
      }
      return ProtocolJson.checked(
          () ->
              new AuditRecord(
                  new OperationId(Json.text(node, "operation")),
                  AuditRecord.Kind.valueOf(Json.text(node, "kind")),
                  new CommitId(Json.text(node, "decisionId")),
                  ProtocolJson.owner(Json.field(node, "recoveredBy")),
                  Instant.parse(Json.text(node, "time")),
                  Json.text(node, "detail")));
    } catch (Malformed e) {
      throw new UnsupportedFormatException("audit record " + name, e.getMessage());
    }
  }
}
