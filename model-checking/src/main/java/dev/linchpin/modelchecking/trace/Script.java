package dev.linchpin.modelchecking.trace;

import dev.linchpin.modelchecking.trace.RecordedAction.How;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lines of events that the module is made of: short names for long ones, and which events the
 * clock orders. Events of attempts that never prepared an effect are left out: nothing durable can
 * follow from them.
 */
final class Script {
  private static final Set<String> BEFORE_ARMING =
      Set.of(
          "ListIntents",
          "AwaitRecoveryBarrier",
          "CaptureBase",
          "Prepare",
          "AcquireGates",
          "Revalidate");

  private static final Map<String, String> VERDICTS =
      Map.of(
          "CONVERGE", "visible",
          "ROLL_FORWARD", "forward",
          "ABORT_EMPTY", "empty",
          "ROLL_BACK", "rollback",
          "REFUSE", "refuse");

  private static final Map<String, String> DECISIONS =
      Map.of(
          "Aligned", "done",
          "ReadAgain", "again",
          "LeaveToLive", "skip",
          "Adopt", "adopt",
          "Overwrite", "commit",
          "Refuse", "refuse");

  private static final Map<String, String> AUDITS =
      Map.of(
          "CONVERGED", "published",
          "ROLLED_FORWARD", "published",
          "ABORTED_EMPTY", "aborted",
          "ROLLED_BACK", "rolledBack");

  private final Cast cast;

  private Script(Cast cast) {
    this.cast = cast;
  }

  static List<List<Event>> of(Cast cast, List<List<RecordedAction>> threads) {
    Script script = new Script(cast);
    List<List<Event>> lines = new ArrayList<>();
    for (List<RecordedAction> thread : threads) {
      List<Event> line = script.line(thread);
      if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    if (lines.isEmpty()) {
      throw new TraceFormatException("(all files)", "there is no event to validate");
    }
    return ordered(lines);
  }

  private List<Event> line(List<RecordedAction> thread) {
    List<Event> line = new ArrayList<>();
    Set<String> ended = new HashSet<>();
    for (RecordedAction action : thread) {
      if (Cast.OUTSIDE.contains(action.action())) {
        outside(action, line);
      } else if (action.action().equals("OperatorPermits")) {
        permits(action, line);
      } else if (Cast.WRITER.contains(action.action())) {
        writer(action, line, ended);
      } else {
        recovery(action, line);
      }
    }
    return line;
  }

  private void outside(RecordedAction action, List<Event> line) {
    if (action.action().equals("ForeignCommit")) {
      line.add(
          event(
              action,
              action.action(),
              "",
              "",
              cast.table(action, action.text("table")),
              action.number("version"),
              0,
              action.text("kind")));
      return;
    }
    for (String process : cast.processesOf(action.text("trace"))) {
      line.add(event(action, action.action(), "", process, "", 0, 0, ""));
    }
  }

  private void permits(RecordedAction action, List<Event> line) {
    action
        .object("tables")
        .properties()
        .forEach(
            entry ->
                line.add(
                    event(
                        action,
                        action.action(),
                        "",
                        cast.agent(action),
                        cast.table(action, entry.getKey()),
                        entry.getValue().longValue(),
                        0,
                        "")));
  }

  private void writer(RecordedAction action, List<Event> line, Set<String> ended) {
    Optional<Cast.Attempt> attempt = cast.attempt(action.operation());
    if (attempt.isEmpty() || ended.contains(action.operation())) {
      return;
    }
    String o = attempt.get().name();
    String p = attempt.get().owner();
    if (action.how() == How.THROW && BEFORE_ARMING.contains(action.action())) {
      // An attempt that ends with an error before it has armed: the specification has one action.
      ended.add(action.operation());
      line.add(
          new Event(action, "GiveUpWrite", How.RETURN, o, p, "", 0, 0, "", List.of(), List.of()));
      return;
    }
    boolean complete = action.how() == How.RETURN;
    String t = "";
    long n = 0;
    String s = "";
    if (complete) {
      switch (action.action()) {
        case "CaptureBase" -> n = action.number("manifest");
        case "Revalidate" -> s = action.flag("passed") ? "passed" : "failed";
        case "ApplyEffect" -> {
          t = cast.table(action, action.text("table"));
          n = action.number("landed");
        }
        case "PublishManifest" -> {
          n = action.number("manifest");
          s = outcome(action);
        }
        default -> {}
      }
    }
    List<String> gates = new ArrayList<>();
    if (complete && action.action().equals("AcquireGates")) {
      action.values().path("gates").forEach(id -> gates.add(cast.table(action, id.asText())));
    }
    line.add(new Event(action, action.action(), action.how(), o, p, t, n, 0, s, gates, List.of()));
  }

  private void recovery(RecordedAction action, List<Event> line) {
    String p = cast.agent(action);
    String o = "";
    if (!action.operation().isEmpty()) {
      if (cast.attempt(action.operation()).isEmpty()) {
        throw new TraceFormatException(
            action.where(),
            action.action()
                + " is about operation "
                + action.operation()
                + ", but the trace of the process that armed it was not given");
      }
      o = cast.attempt(action.operation()).get().name();
    }
    String t = "";
    long n = 0;
    long m = 0;
    String s = "";
    if (action.how() == How.RETURN) {
      switch (action.action()) {
        case "DiscoverIntents" -> {
          switch (action.text("read")) {
            case "Readable" -> {
              s = lowered(action.text("phase"));
              m = action.flag("abandoned") ? 1 : 0;
            }
            case "Vanished" -> s = "vanished";
            default -> {
              return; // a sidecar that cannot be read is reported, and nothing is done
            }
          }
        }
        case "ClassifyIntent" -> {
          n = action.number("manifest");
          s = known(action, VERDICTS, "verdict");
        }
        case "RollForward" -> {
          n = action.number("manifest");
          s = outcome(action);
        }
        case "BumpEpochs" -> {
          s = outcome(action);
          n = s.equals("fenced") ? 0 : action.number("manifest");
        }
        case "StartRealign" -> t = cast.table(action, action.text("table"));
        case "ReadRealignHead" -> {
          t = cast.table(action, action.text("table"));
          n = action.number("head");
        }
        case "ReadRealignPointer" -> {
          t = cast.table(action, action.text("table"));
          n = action.number("pointer");
          m = action.number("epoch");
          s = known(action, DECISIONS, "decision");
        }
        case "RealignTable" -> {
          t = cast.table(action, action.text("table"));
          n = action.number("landed");
        }
        case "RecordRepair" -> {
          t = cast.table(action, action.text("table"));
          n = action.number("version");
        }
        case "PublishRollback" -> {
          t = cast.table(action, action.text("table"));
          s = outcome(action);
          n = s.equals("superseded") ? 0 : action.number("manifest");
          m = action.number("version");
        }
        case "RecordAudit" -> s = known(action, AUDITS, "kind");
        default -> {}
      }
    }
    line.add(event(action, action.action(), o, p, t, n, m, s));
  }

  private static String outcome(RecordedAction action) {
    String outcome = action.text("outcome");
    return switch (outcome) {
      case "WON" -> "won";
      case "LOST" -> "lost";
      case "SUPERSEDED" -> "superseded";
      case "fenced already" -> "fenced";
      default -> throw new TraceFormatException(action.where(), "no outcome is called " + outcome);
    };
  }

  private static String known(RecordedAction action, Map<String, String> words, String name) {
    String word = words.get(action.text(name));
    if (word == null) {
      throw new TraceFormatException(
          action.where(), "no " + name + " is called " + action.text(name));
    }
    return word;
  }

  private static String lowered(String word) {
    return Character.toLowerCase(word.charAt(0)) + word.substring(1);
  }

  private static Event event(
      RecordedAction source,
      String action,
      String o,
      String p,
      String t,
      long n,
      long m,
      String s) {
    return new Event(source, action, source.how(), o, p, t, n, m, s, List.of(), List.of());
  }

  /** An event needs all events of other lines that had ended before it began. */
  private static List<List<Event>> ordered(List<List<Event>> lines) {
    // The need of an event counts lines by their place, so that these are put in order first.
    lines.sort(Comparator.comparingLong(line -> line.get(0).source().begin()));
    List<List<Event>> result = new ArrayList<>();
    for (List<Event> line : lines) {
      List<Event> ordered = new ArrayList<>();
      for (Event event : line) {
        List<Integer> need = new ArrayList<>();
        for (List<Event> other : lines) {
          need.add(other == line ? 0 : endedBefore(other, event.source().begin()));
        }
        ordered.add(event.needing(List.copyOf(need)));
      }
      result.add(List.copyOf(ordered));
    }
    return List.copyOf(result);
  }

  private static int endedBefore(List<Event> line, long begin) {
    int count = 0;
    while (count < line.size() && line.get(count).source().end() < begin) {
      count++;
    }
    return count;
  }
}
