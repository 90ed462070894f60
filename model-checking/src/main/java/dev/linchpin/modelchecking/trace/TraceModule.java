package dev.linchpin.modelchecking.trace;

import dev.linchpin.modelchecking.SpecActions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the generated module {@code TraceData}: names and numbers, no logic. */
final class TraceModule {
  private TraceModule() {}

  /**
   * One run.
   *
   * @param roles the cast
   * @param cast the run's own cast, a part of it
   * @param lines the events
   * @param furthest for the explanation of a refusal: how far each line can be explained; empty
   *     otherwise
   * @return a record
   */
  static String trace(Roles roles, Cast cast, List<List<Event>> lines, List<Integer> furthest) {
    Map<String, String> given = roles.given(cast);
    Map<String, Cast.Attempt> attempts = new TreeMap<>();
    cast.attempts().values().forEach(a -> attempts.put(given.get(a.name()), a));
    String tokens =
        function(
            roles.names().keySet(),
            name ->
                "[ptr |-> "
                    + function(roles.tables(), table -> token(attempts.get(name), table, 0))
                    + ", epoch |-> "
                    + function(roles.tables(), table -> token(attempts.get(name), table, 1))
                    + "]");
    String start =
        "[version |-> "
            + cast.start().map(Cast.Start::version).orElse(0L)
            + ", ptr |-> "
            + function(roles.tables(), table -> head(cast, table, 0))
            + ", epoch |-> "
            + function(roles.tables(), table -> head(cast, table, 1))
            + ", lineage |-> <<>>]";
    return "[tokens |-> "
        + tokens
        + ",\n start |-> "
        + start
        + ",\n furthest |-> "
        + furthest.stream().map(String::valueOf).collect(Collectors.joining(", ", "<<", ">>"))
        + ",\n lines |-> "
        + lines.stream()
            .map(line -> line(line, given))
            .collect(Collectors.joining(",\n  ", "<<\n  ", ">>]"));
  }

  /**
   * The module.
   *
   * @param roles the cast
   * @param traces what {@link #trace} says of each run
   * @return the module's text
   */
  static String text(Roles roles, List<String> traces) {
    Map<String, Roles.Role> names = roles.names();
    StringBuilder text = new StringBuilder("---- MODULE TraceData ----\n");
    text.append("EXTENDS Naturals, Sequences\n");
    define(text, "TraceTables", set(roles.tables()));
    define(text, "TraceRank", function(roles.tables(), table -> table.substring(1)));
    define(text, "TraceProcs", set(roles.processes()));
    define(text, "TraceOps", set(names.keySet()));
    define(text, "TraceOwner", function(names.keySet(), o -> quoted(names.get(o).owner())));
    define(text, "TraceWrites", function(names.keySet(), o -> set(names.get(o).kinds().keySet())));
    define(text, "TraceReads", function(names.keySet(), o -> set(names.get(o).reads())));
    define(
        text,
        "TraceKind",
        function(
            names.keySet(),
            o ->
                function(
                    roles.tables(),
                    table -> quoted(names.get(o).kinds().getOrDefault(table, "Append")))));
    define(
        text,
        "TraceInformed",
        set(names.keySet().stream().filter(o -> names.get(o).informed()).toList()));
    define(text, "Traces", traces.stream().collect(Collectors.joining(",\n", "<<\n", ">>")));
    List<String> actions = new ArrayList<>(SpecActions.ofNext());
    actions.removeAll(SpecActions.environment());
    define(text, "TraceActions", set(actions));
    define(text, "TraceWriterActions", set(Cast.WRITER));
    return text.append("====\n").toString();
  }

  private static String token(Cast.Attempt attempt, String table, int part) {
    return attempt == null ? "0" : number(attempt.tokens().get(table), part);
  }

  private static String head(Cast cast, String table, int part) {
    return cast.start().map(start -> number(start.heads().get(table), part)).orElse("0");
  }

  private static String number(long[] token, int part) {
    return token == null ? "0" : Long.toString(token[part]);
  }

  private static void define(StringBuilder text, String name, String value) {
    text.append(name).append(" == ").append(value).append('\n');
  }

  private static String function(Collection<String> names, Function<String, String> value) {
    if (names.isEmpty()) {
      return "<<>>"; // the function with the empty domain
    }
    return names.stream()
        // A function of strings is a record; TLC reads those once, and evaluates :> each time.
        .map(name -> name + " |-> " + value.apply(name))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String set(Collection<String> names) {
    return names.stream()
        .map(TraceModule::quoted)
        .sorted()
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  private static String line(List<Event> events, Map<String, String> given) {
    return events.stream()
        .map(event -> record(event, given.getOrDefault(event.operation(), "")))
        .collect(Collectors.joining(",\n    ", "<<", ">>"));
  }

  private static String record(Event event, String operation) {
    return "[a |-> "
        + quoted(event.action())
        + ", how |-> "
        + quoted(event.how().name().toLowerCase(Locale.ROOT))
        + ", o |-> "
        + quoted(operation)
        + ", p |-> "
        + quoted(event.process())
        + ", t |-> "
        + quoted(event.table())
        + ", n |-> "
        + event.n()
        + ", m |-> "
        + event.m()
        + ", s |-> "
        + quoted(event.s())
        + (event.gates().isEmpty()
            ? ""
            : event.gates().stream()
                .map(TraceModule::quoted)
                .collect(Collectors.joining(", ", ", gates |-> <<", ">>")))
        + ", need |-> "
        + event.need().stream().map(String::valueOf).collect(Collectors.joining(", ", "<<", ">>"))
        + "]";
  }
}
