package dev.linchpin.lance.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.UnsupportedFormatException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A schema as canonical, versioned JSON. What is read must be exactly what would be written, so
 * that nothing in a document can be lost or guessed at.
 */
final class SchemaDocument {
  private static final int FORMAT = 1;
  private static final String WHERE = "schema document";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private SchemaDocument() {}

  static String write(GraphSchema schema) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode nodes = root.putArray("nodes");
    for (NodeType node : schema.nodes()) {
      ObjectNode json = nodes.addObject();
      json.put("name", node.name());
      json.put("key", node.key().name());
      json.put("keyType", node.key().type().text());
      writeProperties(json, node.properties());
    }
    ArrayNode edges = root.putArray("edges");
    for (EdgeType edge : schema.edges()) {
      ObjectNode json = edges.addObject();
      json.put("name", edge.name());
      json.put("from", edge.from());
      json.put("to", edge.to());
      writeCardinality(json.putObject("outgoing"), edge.outgoing());
      writeCardinality(json.putObject("incoming"), edge.incoming());
      writeProperties(json, edge.properties());
    }
    try {
      return JSON.writeValueAsString(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree of texts and numbers is JSON", impossible);
    }
  }

  private static void writeProperties(ObjectNode json, List<Property> properties) {
    ArrayNode array = json.putArray("properties");
    for (Property property : properties) {
      ObjectNode one = array.addObject();
      one.put("name", property.name());
      one.put("type", property.type().text());
      one.put("required", property.required());
      one.put("unique", property.unique());
    }
  }

  private static void writeCardinality(ObjectNode json, Cardinality cardinality) {
    json.put("min", cardinality.min());
    if (cardinality.max() != Cardinality.UNBOUNDED) {
      json.put("max", cardinality.max());
    }
  }

  static GraphSchema read(String document) {
    JsonNode root;
    try {
      root = JSON.readTree(document);
    } catch (JsonProcessingException garbage) {
      throw new UnsupportedFormatException(WHERE, "it is not JSON");
    }
    JsonNode format = root.path("format");
    if (!format.isInt()) {
      throw new UnsupportedFormatException(WHERE, "it has no format number");
    }
    if (format.intValue() != FORMAT) {
      throw new UnsupportedFormatException(
          WHERE, "it has format " + format.intValue() + ", this code knows " + FORMAT);
    }
    GraphSchema schema;
    try {
      schema = build(root);
    } catch (IllegalArgumentException | InvalidInputException wrong) {
      throw new UnsupportedFormatException(WHERE, wrong.getMessage());
    }
    if (!schema.document().equals(document)) {
      throw new UnsupportedFormatException(WHERE, "it is not in canonical form");
    }
    return schema;
  }

  private static GraphSchema build(JsonNode root) {
    Map<String, PropertyType> keys = new HashMap<>();
    List<NodeType> nodes = new ArrayList<>();
    for (JsonNode json : root.path("nodes")) {
      PropertyType key = PropertyTypes.parse(text(json, "keyType"));
      keys.put(text(json, "name"), key);
      nodes.add(
          new NodeType(
              text(json, "name"), Property.required(text(json, "key"), key), properties(json)));
    }
    List<EdgeType> edges = new ArrayList<>();
    for (JsonNode json : root.path("edges")) {
      edges.add(
          new EdgeType(
              text(json, "name"),
              text(json, "from"),
              text(json, "to"),
              key(keys, text(json, "from")),
              key(keys, text(json, "to")),
              cardinality(json.path("outgoing")),
              cardinality(json.path("incoming")),
              properties(json)));
    }
    return new GraphSchema(nodes, edges);
  }

  private static PropertyType key(Map<String, PropertyType> keys, String node) {
    PropertyType key = keys.get(node);
    if (key == null) {
      throw new IllegalArgumentException("there is no node type " + Names.show(node));
    }
    return key;
  }

  private static List<Property> properties(JsonNode json) {
    List<Property> properties = new ArrayList<>();
    for (JsonNode one : json.path("properties")) {
      properties.add(
          new Property(
              text(one, "name"),
              PropertyTypes.parse(text(one, "type")),
              one.path("required").asBoolean(),
              one.path("unique").asBoolean()));
    }
    return properties;
  }

  private static Cardinality cardinality(JsonNode json) {
    return new Cardinality(json.path("min").asInt(), json.path("max").asInt(Cardinality.UNBOUNDED));
  }

  private static String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("there is no text " + name);
    }
    return value.textValue();
  }
}
