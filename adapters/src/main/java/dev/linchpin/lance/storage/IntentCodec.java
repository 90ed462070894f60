package dev.linchpin.lance.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A recovery sidecar's content as versioned JSON (seed section 4.5). */
final class IntentCodec {
  /** The version of the format that this code writes, and the only one that it reads. */
  static final long FORMAT_VERSION = 1;

  private static final String FORMAT = "linchpin-recovery-intent";

  private IntentCodec() {}

  static String write(RecoveryIntent intent) {
    ObjectNode node = Json.object().put("format", FORMAT).put("formatVersion", FORMAT_VERSION);
    node.put("operation", intent.operation().value());
    node.put("writerKind", intent.writerKind().name());
    node.set("target", ProtocolJson.write(intent.target()));
    node.set("owner", ProtocolJson.write(intent.owner()));
    node.put("abandoned", intent.abandoned());
    node.put("baseVersion", intent.baseVersion());
    node.set("readSet", write(intent.readSet()));
    node.set("targets", Json.array(intent.targets(), IntentCodec::write));
    node.put("armedDirection", intent.plan().armedDirection().name());
    node.set("slots", Json.array(intent.delta().slots(), slot -> new TextNode(slot.value())));
    node.set("lineage", write(intent.lineage()));
    if (intent.phase() instanceof Phase.Confirmed confirmed) {
      node.put("phase", "confirmed").set("achieved", ProtocolJson.write(confirmed.achieved()));
    } else {
      node.put("phase", "armed");
    }
    return Json.write(node);
  }

  static RecoveryIntent read(String text) throws Malformed {
    JsonNode node = Json.parse(text);
    if (!FORMAT.equals(Json.text(node, "format"))) {
      throw new Malformed("not a recovery intent");
    }
    long version = Json.integer(node, "formatVersion");
    if (version != FORMAT_VERSION) {
      throw new Malformed(
          "format version " + version + ", this code understands " + FORMAT_VERSION);
    }
    RecoveryIntent intent = ProtocolJson.checked(() -> intent(node));
    if (!Json.parse(write(intent)).equals(node)) {
      throw new Malformed("it says more than this code understands");
    }
    return intent;
  }

  private static RecoveryIntent intent(JsonNode node) throws Malformed {
    List<EffectTarget> targets = new ArrayList<>();
    for (JsonNode target : Json.items(node, "targets")) {
      targets.add(effectTarget(target));
    }
    Set<TableId> slots = new TreeSet<>();
    for (String slot : Json.texts(node, "slots")) {
      slots.add(new TableId(slot));
    }
    return new RecoveryIntent(
        new OperationId(Json.text(node, "operation")),
        WriterKind.valueOf(Json.text(node, "writerKind")),
        ProtocolJson.target(Json.field(node, "target")),
        ProtocolJson.owner(Json.field(node, "owner")),
        Json.bool(node, "abandoned"),
        Json.integer(node, "baseVersion"),
        readSet(Json.field(node, "readSet")),
        targets,
        new RecoveryPlan(RecoveryPlan.Direction.valueOf(Json.text(node, "armedDirection"))),
        new ManifestDelta(slots),
        lineage(Json.field(node, "lineage")),
        phase(node));
  }

  private static Phase phase(JsonNode node) throws Malformed {
    String phase = Json.text(node, "phase");
    return switch (phase) {
      case "armed" -> new Phase.Armed();
      case "confirmed" -> new Phase.Confirmed(ProtocolJson.versions(Json.field(node, "achieved")));
      default -> throw new Malformed("unknown phase '" + phase + "'");
    };
  }

  private static ObjectNode write(ReadSet readSet) {
    ObjectNode node = Json.object();
    node.set("target", ProtocolJson.write(readSet.target()));
    node.put("schemaIdentity", readSet.schemaIdentity());
    readSet.graphHead().ifPresent(head -> node.put("graphHead", head.value()));
    ObjectNode tables = Json.object();
    readSet.tables().forEach((id, token) -> tables.set(id.value(), ProtocolJson.write(token)));
    node.set("tables", tables);
    return node;
  }

  private static ReadSet readSet(JsonNode node) throws Malformed {
    Map<TableId, TableToken> tables = new TreeMap<>();
    for (Map.Entry<String, JsonNode> table : Json.field(node, "tables").properties()) {
      tables.put(new TableId(table.getKey()), ProtocolJson.token(table.getValue()));
    }
    Optional<CommitId> head = Json.optionalText(node, "graphHead").map(CommitId::new);
    return new ReadSet(
        ProtocolJson.target(Json.field(node, "target")),
        Json.text(node, "schemaIdentity"),
        head,
        tables);
  }

  private static ObjectNode write(EffectTarget target) {
    ObjectNode node = Json.object();
    node.put("table", target.table().value()).put("path", target.path());
    node.set("expected", ProtocolJson.write(target.expected()));
    node.put("transactionUuid", target.transactionUuid()).put("kind", target.kind().name());
    node.set("postState", write(target.postState()));
    return node;
  }

  private static EffectTarget effectTarget(JsonNode node) throws Malformed {
    return new EffectTarget(
        new TableId(Json.text(node, "table")),
        Json.text(node, "path"),
        ProtocolJson.token(Json.field(node, "expected")),
        Json.text(node, "transactionUuid"),
        EffectKind.valueOf(Json.text(node, "kind")),
        postState(Json.field(node, "postState")));
  }

  private static ObjectNode write(PostState postState) {
    ObjectNode node = Json.object();
    if (postState instanceof PostState.Exact exact) {
      node.put("shape", "exact").put("version", exact.version());
    } else if (postState instanceof PostState.BoundedRange range) {
      node.put("shape", "range").put("first", range.first()).put("last", range.last());
    } else {
      node.put("shape", "adapterConfirmed");
    }
    return node;
  }

  private static PostState postState(JsonNode node) throws Malformed {
    String shape = Json.text(node, "shape");
    return switch (shape) {
      case "exact" -> new PostState.Exact(Json.integer(node, "version"));
      case "range" ->
          new PostState.BoundedRange(Json.integer(node, "first"), Json.integer(node, "last"));
      case "adapterConfirmed" -> new PostState.AdapterConfirmed();
      default -> throw new Malformed("unknown post-state '" + shape + "'");
    };
  }

  private static ObjectNode write(LineageIntent lineage) {
    ObjectNode node = Json.object();
    node.put("commitId", lineage.commitId().value());
    node.put("rollbackId", lineage.rollbackId().value());
    node.put("actor", lineage.actor());
    lineage.requestId().ifPresent(request -> node.put("requestId", request));
    return node.put("time", lineage.time().toString());
  }

  private static LineageIntent lineage(JsonNode node) throws Malformed {
    return new LineageIntent(
        new CommitId(Json.text(node, "commitId")),
        new CommitId(Json.text(node, "rollbackId")),
        Json.text(node, "actor"),
        Json.optionalText(node, "requestId"),
        Instant.parse(Json.text(node, "time")));
  }
}
