package dev.linchpin.modelchecking.trace;

import dev.linchpin.modelchecking.TlaValue;
import dev.linchpin.modelchecking.TlaValue.Atom;
import dev.linchpin.modelchecking.TlaValue.Mapping;
import dev.linchpin.modelchecking.TlaValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tells a state of the specification in words, with the names of the real run. */
final class StateWords {
  private final Cast cast;
  private final Map<String, String> tables = new TreeMap<>();
  private final Map<String, String> operations = new TreeMap<>();

  StateWords(Cast cast, Roles roles) {
    this.cast = cast;
    cast.tables().forEach((id, name) -> tables.put(name, "table " + shortened(id)));
    Map<String, String> given = roles.given(cast);
    cast.attempts()
        .forEach(
            (id, attempt) ->
                operations.put(given.get(attempt.name()), "operation " + shortened(id)));
  }

  private static String shortened(String id) {
    return id.length() <= 20 ? id : id.substring(0, 20) + "..";
  }

  /** Facts, one a line. */
  List<String> tell(SortedMap<String, TlaValue> state) {
    List<String> facts = new ArrayList<>();
    Mapping manifest = (Mapping) state.get("man");
    facts.add("the manifest is at version " + manifest.entries().get("version"));
    tables.forEach((name, words) -> facts.add(table(name, words, manifest, state)));
    operations.forEach((name, words) -> facts.add(operation(name, words, manifest, state)));
    cast.files().forEach((process, file) -> process(process, file, state, facts));
    return facts;
  }

  private String table(
      String name, String words, Mapping manifest, SortedMap<String, TlaValue> state) {
    List<TlaValue> chain = ((Sequence) at(state.get("hist"), name)).items();
    StringBuilder text = new StringBuilder(words);
    text.append(": published version ").append(at(manifest.entries().get("ptr"), name));
    text.append(", epoch ").append(at(manifest.entries().get("epoch"), name));
    text.append(", HEAD ").append(chain.size());
    if (!chain.isEmpty()) {
      TlaValue by = at(chain.get(chain.size() - 1), "by");
      text.append(" made by ").append(operations.getOrDefault(by.toString(), by.toString()));
    }
    return text.toString();
  }

  private String operation(
      String name, String words, Mapping manifest, SortedMap<String, TlaValue> state) {
    StringBuilder text = new StringBuilder(words);
    text.append(": stage ").append(at(state.get("stage"), name));
    TlaValue phase = at(at(state.get("sidecar"), name), "phase");
    text.append(phase.equals(new Atom("none")) ? ", no sidecar" : ", sidecar " + phase);
    if (((Sequence) manifest.entries().get("lineage")).items().contains(new Atom(name))) {
      text.append(", published");
    }
    TlaValue audit = at(state.get("audit"), name);
    if (!audit.toString().equals("{}")) {
      text.append(", audited ").append(audit);
    }
    return text.toString();
  }

  private void process(
      String process, String file, SortedMap<String, TlaValue> state, List<String> facts) {
    TlaValue recovery = at(state.get("rec"), process);
    TlaValue doing = at(recovery, "at");
    if (!doing.equals(new Atom("idle"))) {
      TlaValue operation = at(recovery, "op");
      facts.add(
          "the recovery in "
              + file
              + " is about to: "
              + doing
              + operationOf(operation)
              + verdict(at(recovery, "verdict"))
              + tableOf(at(recovery, "table")));
    }
    TlaValue paused = at(state.get("paused"), process);
    if (paused.equals(new Atom("paused"))) {
      facts.add("the process of " + file + " is stopped");
    }
  }

  private String operationOf(TlaValue operation) {
    return operations.containsKey(operation.toString())
        ? ", on " + operations.get(operation.toString())
        : "";
  }

  private static String verdict(TlaValue verdict) {
    return verdict.equals(new Atom("")) ? "" : ", verdict " + verdict;
  }

  private String tableOf(TlaValue table) {
    return tables.containsKey(table.toString()) ? ", " + tables.get(table.toString()) : "";
  }

  private static TlaValue at(TlaValue function, String key) {
    if (function instanceof Mapping mapping && mapping.entries().containsKey(key)) {
      return mapping.entries().get(key);
    }
    throw new IllegalStateException("no " + key + " in " + function);
  }
}
