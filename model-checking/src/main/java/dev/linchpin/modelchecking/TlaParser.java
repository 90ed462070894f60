package dev.linchpin.modelchecking;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads states in the form in which TLC prints them. */
final class TlaParser {
  private final String text;
  private int at;

  private TlaParser(String text) {
    this.text = text;
  }

  /**
   * Reads one state: {@code /\ variable = value}, one for each variable.
   *
   * @param text what TLC printed
   * @return the values by variable name
   * @throws IllegalArgumentException if the text has another form
   */
  static SortedMap<String, TlaValue> state(String text) {
    TlaParser parser = new TlaParser(text);
    SortedMap<String, TlaValue> state = new TreeMap<>();
    while (!parser.atEnd()) {
      parser.expect("/\\");
      String variable = parser.word();
      parser.expect("=");
      state.put(variable, parser.value());
    }
    return state;
  }

  /**
   * Reads one value at the beginning of a text; what follows it is left alone.
   *
   * @param text what TLC printed
   * @return the value
   * @throws IllegalArgumentException if the text has another form
   */
  static TlaValue value(String text) {
    return new TlaParser(text).value();
  }

  private TlaValue value() {
    if (accept("<<")) {
      return new TlaValue.Sequence(list(">>"));
    }
    if (accept("{")) {
      return new TlaValue.SetOf(list("}"));
    }
    if (accept("[")) {
      return mapping("|->", ",", "]");
    }
    if (accept("(")) {
      return mapping(":>", "@@", ")");
    }
    if (accept("\"")) {
      int end = text.indexOf('"', at);
      if (end < 0) {
        throw unexpected("a closing quote");
      }
      String string = text.substring(at, end);
      at = end + 1;
      return new TlaValue.Atom(string);
    }
    return new TlaValue.Atom(word());
  }

  private List<TlaValue> list(String close) {
    List<TlaValue> items = new ArrayList<>();
    while (!accept(close)) {
      if (!items.isEmpty()) {
        expect(",");
      }
      items.add(value());
    }
    return List.copyOf(items);
  }

  private TlaValue mapping(String arrow, String separator, String close) {
    SortedMap<String, TlaValue> entries = new TreeMap<>();
    while (!accept(close)) {
      if (!entries.isEmpty()) {
        expect(separator);
      }
      String key = value().toString();
      expect(arrow);
      entries.put(key, value());
    }
    return new TlaValue.Mapping(entries);
  }

  private String word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || isMark())) {
      at++;
    }
    if (start == at) {
      throw unexpected("a name or a number");
    }
    return text.substring(start, at);
  }

  private boolean isMark() {
    char c = text.charAt(at);
    return c == '_' || c == '-';
  }

  private boolean accept(String token) {
    skipBlanks();
    if (!text.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    return true;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw unexpected("'" + token + "'");
    }
  }

  private boolean atEnd() {
    skipBlanks();
    return at >= text.length();
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException unexpected(String wanted) {
    String rest = text.substring(Math.min(at, text.length()), Math.min(at + 40, text.length()));
    return new IllegalArgumentException("expected " + wanted + " at \"" + rest + "\"");
  }
}
