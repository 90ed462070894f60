package dev.linchpin.modelchecking.trace;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One action of one thread, its begin and its end joined.
 *
 * @param where file and line of its last event, for people
 * @param file the file's name, without directories
 * @param process the token of the open graph handle
 * @param thread the thread's name and number
 * @param action the specification's name
 * @param how how it ended
 * @param operation the operation that it serves; empty text if none
 * @param values what it noted; an object
 * @param begin no durable call of it happened before, nanoseconds of the machine's clock
 * @param end none happened after; {@link Long#MAX_VALUE} if unknown
 */
record RecordedAction(
    String where,
    String file,
    String process,
    String thread,
    String action,
    How how,
    String operation,
    JsonNode values,
    long begin,
    long end) {

  /** How an action ended. */
  enum How {
    /** Complete. */
    RETURN,
    /** With an error: its last durable call may have happened. */
    THROW,
    /** Not at all: the process was killed in it. */
    OPEN
  }

  String text(String name) {
    JsonNode value = values.get(name);
    if (value == null || !value.isTextual()) {
      throw new TraceFormatException(where, action + " lacks the text \"" + name + "\"");
    }
    return value.textValue();
  }

  long number(String name) {
    JsonNode value = values.get(name);
    if (value == null || !value.isIntegralNumber()) {
      throw new TraceFormatException(where, action + " lacks the number \"" + name + "\"");
    }
    return value.longValue();
  }

  JsonNode object(String name) {
    JsonNode value = values.get(name);
    if (value == null || !value.isObject()) {
      throw new TraceFormatException(where, action + " lacks the object \"" + name + "\"");
    }
    return value;
  }

  boolean flag(String name) {
    JsonNode value = values.get(name);
    if (value == null || !value.isBoolean()) {
      throw new TraceFormatException(where, action + " lacks the truth value \"" + name + "\"");
    }
    return value.booleanValue();
  }
}
