package dev.linchpin.lance.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import dev.linchpin.protocol.HistoryEntry.RollbackDecision;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.SegmentRef;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The protocol's small records as JSON; both directions of one record stand together. */
final class ProtocolJson {
  private ProtocolJson() {}

  /** A step of reading that may find an illegal value. */
  interface Reading<T> {
    T read() throws Malformed;
  }

  /** Turns the records' own refusals into {@link Malformed}. */
  static <T> T checked(Reading<T> reading) throws Malformed {
    try {
      return reading.read();
    } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
      throw new Malformed(e.getMessage());
    }
  }

  static ObjectNode write(TableToken token) {
    return Json.object().put("version", token.version()).put("epoch", token.epoch());
  }

  static TableToken token(JsonNode node) throws Malformed {
    return new TableToken(Json.integer(node, "version"), Json.integer(node, "epoch"));
  }

  static ObjectNode write(TableHead head) {
    ObjectNode node = Json.object();
    node.put("id", head.id().value()).put("name", head.name()).put("path", head.path());
    node.set("token", write(head.token()));
    return node.put("deleted", head.deleted());
  }

  static TableHead head(JsonNode node) throws Malformed {
    return new TableHead(
        new TableId(Json.text(node, "id")),
        Json.text(node, "name"),
        Json.text(node, "path"),
        token(Json.field(node, "token")),
        Json.bool(node, "deleted"));
  }

  static ObjectNode write(BranchTarget target) {
    return Json.object().put("branch", target.branch()).put("incarnation", target.incarnation());
  }

  static BranchTarget target(JsonNode node) throws Malformed {
    return new BranchTarget(Json.text(node, "branch"), Json.text(node, "incarnation"));
  }

  static ObjectNode write(OwnerId owner) {
    return Json.object().put("process", owner.process()).put("description", owner.description());
  }

  static OwnerId owner(JsonNode node) throws Malformed {
    return new OwnerId(Json.text(node, "process"), Json.text(node, "description"));
  }

  static ObjectNode write(SegmentRef segment) {
    return Json.object()
        .put("name", segment.name())
        .put("entries", segment.entries())
        .put("firstVersion", segment.firstVersion())
        .put("lastVersion", segment.lastVersion());
  }

  static SegmentRef segment(JsonNode node) throws Malformed {
    return new SegmentRef(
        Json.text(node, "name"),
        Json.integer(node, "entries"),
        Json.integer(node, "firstVersion"),
        Json.integer(node, "lastVersion"));
  }

  static ObjectNode write(Map<TableId, Long> versions) {
    ObjectNode node = Json.object();
    versions.forEach((table, version) -> node.put(table.value(), version));
    return node;
  }

  static Map<TableId, Long> versions(JsonNode node) throws Malformed {
    Map<TableId, Long> versions = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      versions.put(new TableId(field.getKey()), Json.integer(node, field.getKey()));
    }
    return versions;
  }

  static ObjectNode write(HistoryEntry entry) {
    ObjectNode node = Json.object();
    if (entry instanceof GraphCommit commit) {
      node.put("entry", "commit").put("id", commit.id().value());
      node.set("parents", Json.array(commit.parents(), parent -> new TextNode(parent.value())));
      node.put("actor", commit.actor()).put("operation", commit.operation().value());
      commit.requestId().ifPresent(request -> node.put("requestId", request));
      node.put("writerKind", commit.writerKind().name());
      node.put("time", commit.time().toString()).put("manifestVersion", commit.manifestVersion());
      node.set("tables", write(commit.tables()));
    } else if (entry instanceof RollbackDecision decision) {
      node.put("entry", "rollback").put("id", decision.id().value());
      node.put("operation", decision.operation().value()).put("actor", decision.actor());
      node.put("time", decision.time().toString());
      node.put("manifestVersion", decision.manifestVersion());
    }
    return node;
  }

  static HistoryEntry entry(JsonNode node) throws Malformed {
    String kind = Json.text(node, "entry");
    return switch (kind) {
      case "commit" -> {
        List<CommitId> parents = new ArrayList<>();
        for (String parent : Json.texts(node, "parents")) {
          parents.add(new CommitId(parent));
        }
        yield new GraphCommit(
            new CommitId(Json.text(node, "id")),
            parents,
            Json.text(node, "actor"),
            new OperationId(Json.text(node, "operation")),
            Json.optionalText(node, "requestId"),
            WriterKind.valueOf(Json.text(node, "writerKind")),
            Instant.parse(Json.text(node, "time")),
            Json.integer(node, "manifestVersion"),
            versions(Json.field(node, "tables")));
      }
      case "rollback" ->
          new RollbackDecision(
              new CommitId(Json.text(node, "id")),
              new OperationId(Json.text(node, "operation")),
              Json.text(node, "actor"),
              Instant.parse(Json.text(node, "time")),
              Json.integer(node, "manifestVersion"));
      default -> throw new Malformed("unknown history entry '" + kind + "'");
    };
  }
}
