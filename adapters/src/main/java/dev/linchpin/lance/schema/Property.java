package dev.linchpin.lance.schema;

import dev.linchpin.error.InvalidInputException;
import java.util.Objects;

/**
 * One typed column of a node or edge type.
 *
 * @param name the column's name
 * @param type what it holds
 * @param required whether every row must have a value
 * @param unique whether no two rows may have the same value; rows without a value are exempt
 */
public record Property(String name, PropertyType type, boolean required, boolean unique) {
  /** A unique property needs a type whose equality is exact. */
  public Property {
    Names.require("property", name);
    Objects.requireNonNull(type, "type");
    if (unique && !type.identifies()) {
      throw new InvalidInputException(
          "property " + name + " cannot be unique: it holds " + type.text());
    }
  }

  /**
   * A property that may be absent.
   *
   * @param name the name
   * @param type the type
   * @return the property
   */
  public static Property optional(String name, PropertyType type) {
    return new Property(name, type, false, false);
  }

  /**
   * A property that must have a value.
   *
   * @param name the name
   * @param type the type
   * @return the property
   */
  public static Property required(String name, PropertyType type) {
    return new Property(name, type, true, false);
  }

  /**
   * This property, with no two rows having the same value.
   *
   * @return the unique property
   */
  public Property asUnique() {
    return new Property(name, type, required, true);
  }
}
