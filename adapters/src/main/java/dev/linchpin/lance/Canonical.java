package dev.linchpin.lance;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;

/** Turns a caller's Java value into a canonical one, or into a typed error that names its place. */
public final class Canonical {
  private Canonical() {}

  /**
   * Converts without loss.
   *
   * @param type the node or edge type
   * @param property its property
   * @param value the value, not null
   * @return the canonical value
   * @throws InvalidInputException if the value does not fit
   */
  public static Object value(ElementType type, Property property, Object value) {
    if (value == null) {
      throw new InvalidInputException(
          "property " + property.name() + " of type " + type.name() + ": there is no value");
    }
    try {
      return property.type().canonical(value);
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(
          "property " + property.name() + " of type " + type.name() + ": " + misfit.getMessage());
    }
  }
}
