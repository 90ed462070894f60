package dev.linchpin.lance.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.DurableCall;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableId;
import dev.linchpin.spi.AuditLog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Audit records as objects that are created once and never replaced. */
public final class BlobAuditLog implements AuditLog {
  private static final long FORMAT_VERSION = 1;
  private static final String REPAIRED_TABLE = "REPAIRED_TABLE";

  private final Blobs blobs;
  private final Blobs repairs;

  /**
   * Audit records in an object store.
   *
   * @param blobs the audit folder
   * @param repairs the folder of repairs
   */
  public BlobAuditLog(Blobs blobs, Blobs repairs) {
    this.blobs = blobs;
    this.repairs = repairs;
  }

  /**
   * The audit records of a graph on the local disk.
   *
   * @param layout the graph
   * @return its records
   */
  public static BlobAuditLog of(GraphLayout layout) {
    return new BlobAuditLog(new LocalBlobs(layout.audit()), new LocalBlobs(layout.repairs()));
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

  @Override
  @DurableCall("repair record")
  public void recordRepair(RepairRecord record) {
    ObjectNode node = Json.object().put("formatVersion", FORMAT_VERSION);
    node.put("kind", REPAIRED_TABLE);
    node.put("table", record.table().value()).put("name", record.name());
    node.put("pointer", record.pointer()).put("realigned", record.realigned());
    node.set(
        "voided",
        Json.array(
            record.voided(),
            voided ->
                Json.object()
                    .put("version", voided.version())
                    .put("transaction", voided.transaction())));
    node.put("actor", record.actor()).put("token", record.token());
    node.set("repairedBy", ProtocolJson.write(record.repairedBy()));
    node.put("time", record.time().toString());
    repairs.putIfAbsent(
        record.table().value() + "." + record.realigned() + ".json",
        Json.write(node).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public List<RepairRecord> repairs() {
    List<RepairRecord> records = new ArrayList<>();
    for (String name : repairs.list()) {
      // None is ever removed: one that is listed is there.
      repairs.get(name).ifPresent(bytes -> records.add(parseRepair(name, bytes)));
    }
    records.sort(
        Comparator.comparing(RepairRecord::time)
            .thenComparing(RepairRecord::table)
            .thenComparing(RepairRecord::realigned));
    return records;
  }

  private static RepairRecord parseRepair(String name, byte[] bytes) {
    try {
      JsonNode node = parse(bytes);
      if (!Json.text(node, "kind").equals(REPAIRED_TABLE)) {
        throw new Malformed("kind '" + Json.text(node, "kind") + "'");
      }
      List<RepairRecord.Voided> voided = new ArrayList<>();
      for (JsonNode item : Json.items(node, "voided")) {
        voided.add(
            new RepairRecord.Voided(Json.integer(item, "version"), Json.text(item, "transaction")));
      }
      return ProtocolJson.checked(
          () ->
              new RepairRecord(
                  new TableId(Json.text(node, "table")),
                  Json.text(node, "name"),
                  Json.integer(node, "pointer"),
                  Json.integer(node, "realigned"),
                  voided,
                  Json.text(node, "actor"),
                  Json.text(node, "token"),
                  ProtocolJson.owner(Json.field(node, "repairedBy")),
                  Instant.parse(Json.text(node, "time"))));
    } catch (Malformed e) {
      throw new UnsupportedFormatException("repair record " + name, e.getMessage());
    }
  }

  private static JsonNode parse(byte[] bytes) throws Malformed {
    JsonNode node = Json.parse(Json.decode(bytes));
    long version = Json.integer(node, "formatVersion");
    if (version != FORMAT_VERSION) {
      throw new Malformed("format version " + version + ", not " + FORMAT_VERSION);
    }
    return node;
  }

  private static String name(OperationId operation, AuditRecord.Kind kind) {
    return operation.value() + "." + kind.name() + ".json";
  }

  private static AuditRecord parse(String name, byte[] bytes) {
    try {
      JsonNode node = parse(bytes);
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
