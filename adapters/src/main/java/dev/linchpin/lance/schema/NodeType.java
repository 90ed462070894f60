package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A node type.
 *
 * @param name its name
 * @param key the property that identifies a node
 * @param properties the other properties, in the table's order
 */
public record NodeType(String name, Property key, List<Property> properties)
    implements ElementType {
  /** The key is required and of a type whose equality is exact; names are distinct. */
  public NodeType {
    Names.require("node type", name);
    Objects.requireNonNull(key, "key");
    properties = List.copyOf(properties);
    if (!key.type().identifies()) {
      throw new InvalidInputException(
          "node type " + name + " cannot have a key that holds " + key.type().text());
    }
    key = Property.required(key.name(), key.type());
    ElementType.requireDistinct(name, columns(key, properties));
  }

  @Override
  public List<Property> columns() {
    return columns(key, properties);
  }

  private static List<Property> columns(Property key, List<Property> properties) {
    List<Property> columns = new ArrayList<>();
    columns.add(key);
    columns.addAll(properties);
    return columns;
  }
}
