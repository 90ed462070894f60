package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A node type or an edge type: one table. */
public sealed interface ElementType permits NodeType, EdgeType {
  /**
   * The type's name.
   *
   * @return a name that is unique among the types of a schema
   */
  String name();

  /**
   * Every column in the table's order: the identity first, then the endpoints of an edge, then the
   * properties.
   *
   * @return the columns
   */
  List<Property> columns();

  /**
   * The column that identifies a row.
   *
   * @return a node's key, or an edge's {@code id}
   */
  Property key();

  /**
   * The table's Arrow schema.
   *
   * @return exactly what the dataset is created with and every staged batch has
   */
  default Schema arrowSchema() {
    List<Field> fields = new ArrayList<>();
    for (Property column : columns()) {
      fields.add(column.type().field(column.name()));
    }
    return new Schema(fields);
  }

  /**
   * Finds a column.
   *
   * @param column its name
   * @return the column, or empty
   */
  default Optional<Property> find(String column) {
    return columns().stream().filter(property -> property.name().equals(column)).findFirst();
  }

  /**
   * The column of that name.
   *
   * @param column its name
   * @return the column
   * @throws InvalidInputException if there is none
   */
  default Property column(String column) {
    return find(column)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "type " + name() + " has no property " + Names.show(column)));
  }

  /**
   * The columns whose values must differ between rows, the key apart.
   *
   * @return the unique properties
   */
  default List<Property> uniques() {
    return columns().stream().filter(Property::unique).toList();
  }

  /** Refuses columns whose names are equal or differ by case only. */
  static void requireDistinct(String type, List<Property> columns) {
    Set<String> seen = new HashSet<>();
    for (Property column : columns) {
      if (!seen.add(Names.fold(column.name()))) {
        throw new InvalidInputException(
            "type " + type + " has two properties named " + column.name() + ", case aside");
      }
    }
  }
}
