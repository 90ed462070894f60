package dev.linchpin.lance.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Strict access to JSON documents: a missing or mistyped field is an error that names it. */
final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private Json() {}

  /** The document is not what it should be. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree always has a text", e);
    }
  }

  /** Text of the bytes; anything that is not UTF-8 is refused, never replaced. */
  static String decode(byte[] bytes) throws Malformed {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Malformed("not UTF-8 text");
    }
  }

  /** Items that all are text. */
  static List<String> texts(JsonNode node, String name) throws Malformed {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : items(node, name)) {
      if (!item.isTextual()) {
        throw new Malformed("field '" + name + "' is not a list of text");
      }
      texts.add(item.textValue());
    }
    return texts;
  }

  static JsonNode parse(String text) throws Malformed {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node == null || !node.isObject()) {
        throw new Malformed("not a JSON object");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new Malformed("not JSON: " + e.getOriginalMessage());
    }
  }

  static JsonNode field(JsonNode node, String name) throws Malformed {
    JsonNode value = node.get(name);
    if (value == null) {
      throw new Malformed("field '" + name + "' is missing");
    }
    return value;
  }

  static String text(JsonNode node, String name) throws Malformed {
    JsonNode value = field(node, name);
    if (!value.isTextual()) {
      throw new Malformed("field '" + name + "' is not text");
    }
    return value.textValue();
  }

  static Optional<String> optionalText(JsonNode node, String name) throws Malformed {
    return node.has(name) ? Optional.of(text(node, name)) : Optional.empty();
  }

  static long integer(JsonNode node, String name) throws Malformed {
    JsonNode value = field(node, name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new Malformed("field '" + name + "' is not an integer");
    }
    return value.longValue();
  }

  static boolean bool(JsonNode node, String name) throws Malformed {
    JsonNode value = field(node, name);
    if (!value.isBoolean()) {
      throw new Malformed("field '" + name + "' is not true or false");
    }
    return value.booleanValue();
  }

  static List<JsonNode> items(JsonNode node, String name) throws Malformed {
    JsonNode value = field(node, name);
    if (!value.isArray()) {
      throw new Malformed("field '" + name + "' is not a list");
    }
    List<JsonNode> items = new ArrayList<>();
    value.forEach(items::add);
    return items;
  }

  static <T> ArrayNode array(Iterable<T> items, Function<T, JsonNode> each) {
    ArrayNode array = array();
    items.forEach(item -> array.add(each.apply(item)));
    return array;
  }
}
