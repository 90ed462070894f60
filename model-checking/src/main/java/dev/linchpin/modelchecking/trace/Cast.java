package dev.linchpin.modelchecking.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.linchpin.modelchecking.trace.RecordedAction.How;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who takes part in a trace, under the short names that the specification's module uses: tables t1,
 * t2, ... in the order of their identities (which is the order of their gates), attempts o1, o2,
 * ..., and processes p1, p2, .... A further thread of a process that recovers is one more process,
 * because the specification lets a process run one recovery at a time.
 */
final class Cast {
  /** What a writer's action may be; all others belong to recovery, creation or the environment. */
  static final Set<String> WRITER =
      Set.of(
          "ListIntents",
          "AwaitRecoveryBarrier",
          "CaptureBase",
          "Prepare",
          "AcquireGates",
          "Revalidate",
          "Restart",
          "ArmRecovery",
          "ApplyEffect",
          "ConfirmEffects",
          "PublishManifest",
          "ObserveOwnCommit",
          "LosePublish",
          "ReportUnknown",
          "HandOver",
          "FinalizeWrite",
          "ReleaseGates");

  /** Made by the environment's own file, about another file's process. */
  static final Set<String> OUTSIDE = Set.of("Crash", "Pause", "Resume", "ForeignCommit");

  private static final Set<String> CREATION = Set.of("CreateTables", "CreateGraph");

  /** A process: a handle's token, told apart by file. */
  record Handle(String file, String process) {}

  private record Agent(Handle handle, String thread) {}

  /**
   * One attempt that has prepared something.
   *
   * @param name its short name
   * @param owner its process's short name
   * @param tokens captured version and epoch, by table's short name: the read set
   * @param kinds the kind of transaction, by table's short name: what it writes
   * @param informed whether its barrier knew its tables
   */
  record Attempt(
      String name,
      String owner,
      Map<String, long[]> tokens,
      Map<String, String> kinds,
      boolean informed) {}

  /** A graph at rest, if the trace does not begin with its creation. */
  record Start(long version, Map<String, long[]> heads) {}

  private final Map<String, String> tables = new TreeMap<>();
  private final Map<String, Attempt> attempts = new LinkedHashMap<>();
  private final Map<Handle, String> handles = new LinkedHashMap<>();
  private final Map<Agent, String> agents = new LinkedHashMap<>();
  private final Map<String, List<String>> byFile = new TreeMap<>();
  private int processes;
  private Optional<Start> start = Optional.empty();

  private Cast() {}

  static Cast of(List<List<RecordedAction>> threads) {
    Cast cast = new Cast();
    cast.findTables(threads);
    threads.forEach(cast::findProcesses);
    threads.forEach(cast::findAttempts);
    cast.findStart(threads);
    return cast;
  }

  private void findTables(List<List<RecordedAction>> threads) {
    Set<String> ids = new TreeSet<>();
    for (List<RecordedAction> thread : threads) {
      for (RecordedAction action : thread) {
        if (action.how() != How.RETURN) {
          continue;
        }
        switch (action.action()) {
          case "CreateTables" -> action.values().path("tables").forEach(id -> ids.add(id.asText()));
          case "CaptureBase" -> action.object("heads").fieldNames().forEachRemaining(ids::add);
          default -> {}
        }
      }
    }
    if (ids.isEmpty()) {
      String where = threads.isEmpty() ? "(no file)" : threads.get(0).get(0).file();
      throw new TraceFormatException(
          where, "no event names a table: there is nothing here that could be validated");
    }
    int number = 0;
    for (String id : ids) {
      tables.put(id, "t" + ++number);
    }
  }

  private void findProcesses(List<RecordedAction> thread) {
    for (RecordedAction action : thread) {
      if (OUTSIDE.contains(action.action())) {
        continue;
      }
      Handle handle = new Handle(action.file(), action.process());
      boolean recovers = !WRITER.contains(action.action()) && !CREATION.contains(action.action());
      if (!handles.containsKey(handle)) {
        handles.put(handle, mint(action.file()));
      }
      if (recovers && !agents.containsKey(new Agent(handle, action.thread()))) {
        boolean first = agents.keySet().stream().noneMatch(agent -> agent.handle().equals(handle));
        agents.put(
            new Agent(handle, action.thread()), first ? handles.get(handle) : mint(action.file()));
      }
    }
  }

  private String mint(String file) {
    String name = "p" + ++processes;
    byFile.computeIfAbsent(file, unused -> new ArrayList<>()).add(name);
    return name;
  }

  private void findAttempts(List<RecordedAction> thread) {
    Map<String, Boolean> informed = new TreeMap<>();
    for (RecordedAction action : thread) {
      if (action.action().equals("AwaitRecoveryBarrier") && action.how() == How.RETURN) {
        informed.put(action.operation(), action.flag("informed"));
      }
      if (!action.action().equals("Prepare") || action.how() != How.RETURN) {
        continue;
      }
      Map<String, long[]> tokens = tokens(action, action.object("readSet"));
      Map<String, String> kinds = new TreeMap<>();
      action
          .object("writes")
          .properties()
          .forEach(entry -> kinds.put(table(action, entry.getKey()), entry.getValue().asText()));
      if (!kinds.isEmpty()) {
        attempts.put(
            action.operation(),
            new Attempt(
                "o" + (attempts.size() + 1),
                handles.get(new Handle(action.file(), action.process())),
                tokens,
                kinds,
                informed.getOrDefault(action.operation(), false)));
      }
    }
  }

  private void findStart(List<List<RecordedAction>> threads) {
    List<RecordedAction> all = threads.stream().flatMap(List::stream).toList();
    if (all.stream().anyMatch(action -> CREATION.contains(action.action()))) {
      return;
    }
    RecordedAction first =
        all.stream()
            .filter(action -> action.action().equals("CaptureBase"))
            .filter(action -> action.how() == How.RETURN)
            .min(Comparator.comparingLong(RecordedAction::end))
            .orElseThrow(
                () ->
                    new TraceFormatException(
                        all.get(0).file(),
                        "there is neither the graph's creation nor any captured base here"));
    all.stream()
        .filter(action -> Set.of("ClassifyIntent", "RealignTable").contains(action.action()))
        .filter(action -> action.begin() < first.end())
        .findFirst()
        .ifPresent(
            early -> {
              throw new TraceFormatException(
                  early.where(),
                  "the trace begins in the middle of a recovery: give it the traces of all"
                      + " processes since the graph was created, or since it was last at rest");
            });
    start = Optional.of(new Start(first.number("manifest"), tokens(first, first.object("heads"))));
  }

  private Map<String, long[]> tokens(RecordedAction action, JsonNode node) {
    Map<String, long[]> tokens = new TreeMap<>();
    node.properties()
        .forEach(
            entry -> {
              JsonNode pair = entry.getValue();
              if (!pair.isArray() || pair.size() != 2) {
                throw new TraceFormatException(
                    action.where(), "no pair of version and epoch: " + pair);
              }
              tokens.put(
                  table(action, entry.getKey()),
                  new long[] {pair.get(0).longValue(), pair.get(1).longValue()});
            });
    return tokens;
  }

  /** The short name of a table that an event names. */
  String table(RecordedAction action, String id) {
    String name = tables.get(id);
    if (name == null) {
      throw new TraceFormatException(
          action.where(), "table " + id + " is not one of those that the graph was created with");
    }
    return name;
  }

  /** The attempt of an event; empty if it never prepared an effect, so that nothing can follow. */
  Optional<Attempt> attempt(String operation) {
    return Optional.ofNullable(attempts.get(operation));
  }

  /** The process that runs a recovery, or that an event of a creation belongs to. */
  String agent(RecordedAction action) {
    Handle handle = new Handle(action.file(), action.process());
    return agents.getOrDefault(new Agent(handle, action.thread()), handles.get(handle));
  }

  /** All processes of one file. */
  List<String> processesOf(String file) {
    List<String> names = byFile.get(file);
    return names == null ? List.of() : names;
  }

  Map<String, String> tables() {
    return tables;
  }

  Map<String, Attempt> attempts() {
    return attempts;
  }

  List<String> processes() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= processes; i++) {
      names.add("p" + i);
    }
    return names;
  }

  /** The file that each process is recorded in, for people. */
  Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    byFile.forEach((file, names) -> names.forEach(name -> files.put(name, file)));
    return files;
  }

  Optional<Start> start() {
    return start;
  }
}
