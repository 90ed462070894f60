package dev.linchpin.lance.storage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.lance.storage.Json.Malformed;
import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.SegmentRef;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A manifest version as rows of a small Lance dataset: one row for each mutable head and each piece
 * of recent history, its kind, its key and a JSON document.
 */
final class ManifestRows {
  /** The version of the format that this code writes, and the only one that it reads. */
  static final long FORMAT_VERSION = 1;

  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("kind", new ArrowType.Utf8()),
              Field.notNullable("key", new ArrowType.Utf8()),
              Field.notNullable("document", new ArrowType.Utf8())));

  private static final String FORMAT = "format";
  private static final String BRANCH = "branch";
  private static final String SCHEMA_DOCUMENT = "schema";
  private static final String TABLE = "table";
  private static final String GRAPH_HEAD = "graphHead";
  private static final String HISTORY = "history";
  private static final String SEGMENT = "segment";

  private ManifestRows() {}

  /** One row. */
  record Row(String kind, String key, String document) {}

  static List<Row> write(ManifestState state) {
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            FORMAT,
            "linchpin-manifest",
            Json.write(Json.object().put("formatVersion", FORMAT_VERSION))));
    rows.add(
        new Row(BRANCH, state.target().branch(), Json.write(ProtocolJson.write(state.target()))));
    rows.add(new Row(SCHEMA_DOCUMENT, state.schemaIdentity(), state.schemaDocument()));
    for (TableHead head : state.heads().values()) {
      rows.add(new Row(TABLE, head.id().value(), Json.write(ProtocolJson.write(head))));
    }
    state.graphHead().ifPresent(head -> rows.add(new Row(GRAPH_HEAD, head.value(), "{}")));
    for (SegmentRef segment : state.segments()) {
      rows.add(new Row(SEGMENT, segment.name(), Json.write(ProtocolJson.write(segment))));
    }
    for (HistoryEntry entry : state.window()) {
      rows.add(new Row(HISTORY, entry.id().value(), Json.write(ProtocolJson.write(entry))));
    }
    return rows;
  }

  static ManifestState read(long version, List<Row> rows) {
    try {
      requireFormat(rows);
      return ProtocolJson.checked(() -> state(version, rows));
    } catch (Malformed e) {
      throw new UnsupportedFormatException("manifest version " + version, e.getMessage());
    }
  }

  private static void requireFormat(List<Row> rows) throws Malformed {
    if (rows.isEmpty() || !rows.get(0).kind().equals(FORMAT)) {
      throw new Malformed("it does not begin with a format row");
    }
    long format = Json.integer(Json.parse(rows.get(0).document()), "formatVersion");
    if (format != FORMAT_VERSION) {
      throw new Malformed("format version " + format + ", this code understands " + FORMAT_VERSION);
    }
  }

  private static ManifestState state(long version, List<Row> rows) throws Malformed {
    int formats = 0;
    BranchTarget target = null;
    Row schema = null;
    Optional<CommitId> graphHead = Optional.empty();
    Map<TableId, TableHead> heads = new TreeMap<>();
    List<SegmentRef> segments = new ArrayList<>();
    List<HistoryEntry> window = new ArrayList<>();
    for (Row row : rows) {
      switch (row.kind()) {
        case FORMAT -> once(row, formats++ == 0);
        case BRANCH -> {
          once(row, target == null);
          target = ProtocolJson.target(Json.parse(row.document()));
        }
        case SCHEMA_DOCUMENT -> {
          once(row, schema == null);
          schema = row;
        }
        case GRAPH_HEAD -> {
          once(row, graphHead.isEmpty());
          graphHead = Optional.of(new CommitId(row.key()));
        }
        case TABLE -> {
          TableHead head = ProtocolJson.head(Json.parse(row.document()));
          once(row, heads.put(head.id(), head) == null);
        }
        case SEGMENT -> segments.add(ProtocolJson.segment(Json.parse(row.document())));
        case HISTORY -> {
          JsonNode entry = Json.parse(row.document());
          window.add(ProtocolJson.entry(entry));
        }
        default -> throw new Malformed("unknown row kind '" + row.kind() + "'");
      }
    }
    if (schema == null || target == null) {
      throw new Malformed("it has no " + (schema == null ? SCHEMA_DOCUMENT : BRANCH) + " row");
    }
    return new ManifestState(
        version, target, schema.key(), schema.document(), heads, graphHead, window, segments);
  }

  private static void once(Row row, boolean first) throws Malformed {
    if (!first) {
      throw new Malformed("row '" + row.kind() + "' '" + row.key() + "' is there twice");
    }
  }

  static void fill(VectorSchemaRoot root, List<Row> rows) {
    VarCharVector kinds = (VarCharVector) root.getVector("kind");
    VarCharVector keys = (VarCharVector) root.getVector("key");
    VarCharVector documents = (VarCharVector) root.getVector("document");
    for (int i = 0; i < rows.size(); i++) {
      kinds.setSafe(i, rows.get(i).kind().getBytes(StandardCharsets.UTF_8));
      keys.setSafe(i, rows.get(i).key().getBytes(StandardCharsets.UTF_8));
      documents.setSafe(i, rows.get(i).document().getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(rows.size());
  }

  static void drain(VectorSchemaRoot root, List<Row> into) {
    if (!columns(root.getSchema()).equals(columns(SCHEMA))) {
      throw new UnsupportedFormatException(
          "the manifest",
          "its columns are " + columns(root.getSchema()) + ", this code understands " + SCHEMA);
    }
    VarCharVector kinds = (VarCharVector) root.getVector("kind");
    VarCharVector keys = (VarCharVector) root.getVector("key");
    VarCharVector documents = (VarCharVector) root.getVector("document");
    for (int i = 0; i < root.getRowCount(); i++) {
      into.add(new Row(text(kinds, i), text(keys, i), text(documents, i)));
    }
  }

  private static Map<String, ArrowType> columns(Schema schema) {
    Map<String, ArrowType> columns = new TreeMap<>();
    schema.getFields().forEach(field -> columns.put(field.getName(), field.getType()));
    return columns;
  }

  private static String text(VarCharVector vector, int i) {
    return new String(vector.get(i), StandardCharsets.UTF_8);
  }
}
