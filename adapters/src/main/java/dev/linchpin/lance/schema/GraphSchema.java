package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.protocol.ManifestState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The types of a graph. Immutable; two schemas that say the same have the same document and the
 * same identity, whatever the order in which their types were declared. (The order of a type's
 * properties is part of what it says: it is the order of the table's columns.)
 */
public final class GraphSchema {
  private final Map<String, NodeType> nodes;
  private final Map<String, EdgeType> edges;
  private final String document;
  private final String identity;

  GraphSchema(Collection<NodeType> nodes, Collection<EdgeType> edges) {
    Map<String, NodeType> nodeMap = new TreeMap<>();
    Map<String, EdgeType> edgeMap = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    for (NodeType node : nodes) {
      requireNew(seen, node.name());
      nodeMap.put(node.name(), node);
    }
    for (EdgeType edge : edges) {
      requireNew(seen, edge.name());
      requireEndpoint(nodeMap, edge, edge.from(), edge.fromKey());
      requireEndpoint(nodeMap, edge, edge.to(), edge.toKey());
      edgeMap.put(edge.name(), edge);
    }
    if (seen.isEmpty()) {
      throw new InvalidInputException("a schema needs at least one node type");
    }
    this.nodes = Collections.unmodifiableMap(nodeMap);
    this.edges = Collections.unmodifiableMap(edgeMap);
    this.document = SchemaDocument.write(this);
    this.identity = sha256(document);
  }

  private static void requireNew(Set<String> seen, String name) {
    if (!seen.add(Names.fold(name))) {
      throw new InvalidInputException("two types are named " + name + ", case aside");
    }
  }

  private static void requireEndpoint(
      Map<String, NodeType> nodes, EdgeType edge, String endpoint, PropertyType key) {
    NodeType node = nodes.get(endpoint);
    if (node == null) {
      throw new InvalidInputException(
          "edge type "
              + edge.name()
              + " names "
              + Names.show(endpoint)
              + ", which is no node type");
    }
    if (!node.key().type().equals(key)) {
      throw new InvalidInputException(
          "edge type " + edge.name() + " holds other keys than those of " + endpoint);
    }
  }

  /**
   * Begins a schema.
   *
   * @return an empty builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads a schema document.
   *
   * @param document a text that {@link #document()} returned
   * @return the schema
   * @throws UnsupportedFormatException if it is garbage or of a newer format
   */
  public static GraphSchema parse(String document) {
    return SchemaDocument.read(document);
  }

  /**
   * The accepted schema of a manifest.
   *
   * @param state the manifest
   * @return its schema
   * @throws UnsupportedFormatException if its document is garbage, of a newer format, or not the
   *     one that its identity names
   */
  public static GraphSchema of(ManifestState state) {
    GraphSchema schema = parse(state.schemaDocument());
    if (!schema.identity().equals(state.schemaIdentity())) {
      throw new UnsupportedFormatException(
          "schema document of manifest version " + state.version(),
          "it is not the document that identity " + state.schemaIdentity() + " names");
    }
    return schema;
  }

  /**
   * The canonical document.
   *
   * @return versioned JSON, the same for equal schemas
   */
  public String document() {
    return document;
  }

  /**
   * The schema's identity: the SHA-256 of its document.
   *
   * @return 64 hexadecimal digits
   */
  public String identity() {
    return identity;
  }

  /**
   * The node types.
   *
   * @return in the order of their names
   */
  public Collection<NodeType> nodes() {
    return nodes.values();
  }

  /**
   * The edge types.
   *
   * @return in the order of their names
   */
  public Collection<EdgeType> edges() {
    return edges.values();
  }

  /**
   * Every type.
   *
   * @return the node types, then the edge types
   */
  public List<ElementType> types() {
    List<ElementType> types = new ArrayList<>(nodes.values());
    types.addAll(edges.values());
    return types;
  }

  /**
   * Finds a type.
   *
   * @param name its name
   * @return the type
   * @throws InvalidInputException if there is none
   */
  public ElementType type(String name) {
    ElementType type = name == null ? null : nodes.get(name);
    if (type == null && name != null) {
      type = edges.get(name);
    }
    if (type == null) {
      throw new InvalidInputException("the schema has no type " + Names.show(name));
    }
    return type;
  }

  /**
   * Finds a node type.
   *
   * @param name its name
   * @return the type
   * @throws InvalidInputException if there is none
   */
  public NodeType node(String name) {
    if (type(name) instanceof NodeType node) {
      return node;
    }
    throw new InvalidInputException(name + " is no node type");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GraphSchema schema && document.equals(schema.document);
  }

  @Override
  public int hashCode() {
    return document.hashCode();
  }

  @Override
  public String toString() {
    return document;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** Collects types; endpoints are checked when the schema is built. */
  public static final class Builder {
    private final List<NodeType> nodes = new ArrayList<>();
    private final List<PendingEdge> edges = new ArrayList<>();

    private record PendingEdge(String name, String from, String to, TypeBuilder type) {}

    private Builder() {}

    /**
     * Adds a node type.
     *
     * @param name its name
     * @param key the name of the property that identifies a node
     * @param keyType that property's type
     * @param properties adds its other properties
     * @return this builder
     * @throws InvalidInputException if a name or a type cannot be
     */
    public Builder node(
        String name, String key, PropertyType keyType, Consumer<TypeBuilder> properties) {
      TypeBuilder type = new TypeBuilder();
      properties.accept(type);
      if (!type.outgoing.equals(Cardinality.ANY) || !type.incoming.equals(Cardinality.ANY)) {
        throw new InvalidInputException("node type " + name + " cannot have cardinalities");
      }
      nodes.add(new NodeType(name, Property.required(key, keyType), type.properties));
      return this;
    }

    /**
     * Adds an edge type.
     *
     * @param name its name
     * @param from the node type at which its edges begin
     * @param to the node type at which they end
     * @param properties adds its properties and cardinalities
     * @return this builder
     * @throws InvalidInputException if a name or a type cannot be
     */
    public Builder edge(String name, String from, String to, Consumer<TypeBuilder> properties) {
      TypeBuilder type = new TypeBuilder();
      properties.accept(type);
      edges.add(new PendingEdge(Names.require("edge type", name), from, to, type));
      return this;
    }

    /**
     * Builds the schema.
     *
     * @return the schema
     * @throws InvalidInputException if names clash or an endpoint is no node type
     */
    public GraphSchema build() {
      Map<String, PropertyType> keys = new TreeMap<>();
      nodes.forEach(node -> keys.put(node.name(), node.key().type()));
      List<EdgeType> built = new ArrayList<>();
      for (PendingEdge edge : edges) {
        built.add(
            new EdgeType(
                edge.name(),
                edge.from(),
                edge.to(),
                endpointKey(keys, edge.name(), edge.from()),
                endpointKey(keys, edge.name(), edge.to()),
                edge.type().outgoing,
                edge.type().incoming,
                edge.type().properties));
      }
      return new GraphSchema(nodes, built);
    }

    private static PropertyType endpointKey(
        Map<String, PropertyType> keys, String edge, String endpoint) {
      PropertyType key = endpoint == null ? null : keys.get(endpoint);
      if (key == null) {
        throw new InvalidInputException(
            "edge type " + edge + " names " + Names.show(endpoint) + ", which is no node type");
      }
      return key;
    }
  }

  /** Collects the properties of one type. */
  public static final class TypeBuilder {
    private final List<Property> properties = new ArrayList<>();
    private Cardinality outgoing = Cardinality.ANY;
    private Cardinality incoming = Cardinality.ANY;

    private TypeBuilder() {}

    /**
     * Adds a property.
     *
     * @param property the property
     * @return this builder
     */
    public TypeBuilder property(Property property) {
      properties.add(property);
      return this;
    }

    /**
     * Adds a property that may be absent.
     *
     * @param name its name
     * @param type its type
     * @return this builder
     */
    public TypeBuilder optional(String name, PropertyType type) {
      return property(Property.optional(name, type));
    }

    /**
     * Adds a property that must have a value.
     *
     * @param name its name
     * @param type its type
     * @return this builder
     */
    public TypeBuilder required(String name, PropertyType type) {
      return property(Property.required(name, type));
    }

    /**
     * Adds a property that may be absent and whose values differ between rows.
     *
     * @param name its name
     * @param type its type
     * @return this builder
     */
    public TypeBuilder unique(String name, PropertyType type) {
      return property(Property.optional(name, type).asUnique());
    }

    /**
     * Bounds the edges that begin at one node.
     *
     * @param min the least
     * @param max the most, or {@link Cardinality#UNBOUNDED}
     * @return this builder
     */
    public TypeBuilder outgoing(int min, int max) {
      outgoing = new Cardinality(min, max);
      return this;
    }

    /**
     * Bounds the edges that end at one node.
     *
     * @param min the least
     * @param max the most, or {@link Cardinality#UNBOUNDED}
     * @return this builder
     */
    public TypeBuilder incoming(int min, int max) {
      incoming = new Cardinality(min, max);
      return this;
    }
  }
}
