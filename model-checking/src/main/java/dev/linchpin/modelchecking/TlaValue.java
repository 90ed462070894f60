package dev.linchpin.modelchecking;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** A value of a TLA+ state, as far as the specification uses them. */
public sealed interface TlaValue {

  /** A number, a boolean, a string or a model value; {@code text} is shown without quotes. */
  record Atom(String text) implements TlaValue {
    @Override
    public String toString() {
      return text.isEmpty() ? "-" : text;
    }
  }

  /** A finite set, in TLC's order. */
  record SetOf(List<TlaValue> members) implements TlaValue {
    @Override
    public String toString() {
      return members.stream().map(TlaValue::toString).collect(Collectors.joining(", ", "{", "}"));
    }
  }

  /** A sequence. */
  record Sequence(List<TlaValue> items) implements TlaValue {
    @Override
    public String toString() {
      return items.stream().map(TlaValue::toString).collect(Collectors.joining(", ", "<", ">"));
    }
  }

  /** A record or a function with finite domain; keys are the shown form of the argument. */
  record Mapping(SortedMap<String, TlaValue> entries) implements TlaValue {
    @Override
    public String toString() {
      return entries.entrySet().stream()
          .map(e -> e.getKey() + ": " + e.getValue())
          .collect(Collectors.joining(", ", "[", "]"));
    }
  }
}
