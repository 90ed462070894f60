package dev.linchpin.lance.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An edge type. Its table has the columns {@code id} (the edge's identity), {@code from} and {@code
 * to} (the endpoints' keys) and the properties.
 *
 * @param name its name
 * @param from the node type at which its edges begin
 * @param to the node type at which they end
 * @param fromKey the type of the keys in {@code from}
 * @param toKey the type of the keys in {@code to}
 * @param outgoing how many edges may begin at one node
 * @param incoming how many edges may end at one node
 * @param properties the properties, in the table's order
 */
public record EdgeType(
    String name,
    String from,
    String to,
    PropertyType fromKey,
    PropertyType toKey,
    Cardinality outgoing,
    Cardinality incoming,
    List<Property> properties)
    implements ElementType {
  /** The column of the edge's identity. */
  public static final String ID = "id";

  /** The column of the source's key. */
  public static final String FROM = "from";

  /** The column of the target's key. */
  public static final String TO = "to";

  private static final Property IDENTITY = Property.required(ID, PropertyType.UTF8);

  /** Names are distinct. */
  public EdgeType {
    Names.require("edge type", name);
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(outgoing, "outgoing");
    Objects.requireNonNull(incoming, "incoming");
    properties = List.copyOf(properties);
    ElementType.requireDistinct(name, columns(fromKey, toKey, properties));
  }

  @Override
  public Property key() {
    return IDENTITY;
  }

  @Override
  public List<Property> columns() {
    return columns(fromKey, toKey, properties);
  }

  private static List<Property> columns(
      PropertyType fromKey, PropertyType toKey, List<Property> properties) {
    List<Property> columns = new ArrayList<>();
    columns.add(IDENTITY);
    columns.add(Property.required(FROM, fromKey));
    columns.add(Property.required(TO, toKey));
    columns.addAll(properties);
    return columns;
  }
}
