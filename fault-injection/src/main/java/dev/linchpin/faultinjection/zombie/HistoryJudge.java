package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.witness.History;
import dev.linchpin.faultinjection.witness.History.Version;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.AuditSeen;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Judges what many processes have made of one graph. It works on what is durable and on what
 * callers were told, and asks the product nothing: the rows at <em>every</em> manifest version must
 * be those that the deeds of the commits so far make of the first rows, so that nothing is torn,
 * phantom, doubled or lost, not even for a moment.
 */
final class HistoryJudge {
  private static final Set<String> PUBLISHED = Set.of("ROLLED_FORWARD", "CONVERGED");
  private static final Set<String> NOT_PUBLISHED = Set.of("ROLLED_BACK", "ABORTED_EMPTY");
  private static final int UUID_LENGTH = 36;

  private final CaseRecord file;
  private final Map<String, Told> calls = new HashMap<>();
  private final Map<String, CommitSeen> published = new TreeMap<>();
  private final List<String> found = new ArrayList<>();

  private HistoryJudge(CaseRecord file) {
    this.file = file;
  }

  /**
   * Everything that is known of a case.
   *
   * @param contents the rows at the first version of the history
   * @param history every manifest version from the case's beginning on
   * @param told every call, and what its caller was told
   * @param fates what must have become of operations, where that is known beforehand
   * @param end what was durable when all processes had come to rest
   * @param again what was durable after yet another recovery
   */
  record CaseRecord(
      Contents contents,
      History history,
      List<Told> told,
      Map<String, Fate> fates,
      Witness end,
      Witness again) {}

  /** What must become of an operation. */
  enum Fate {
    /** Its confirmed effects are published. */
    PUBLISHED,
    /** It is never published. */
    NEVER_PUBLISHED
  }

  static List<String> judge(CaseRecord file) {
    return new HistoryJudge(file).judge();
  }

  private List<String> judge() {
    for (Told call : file.told()) {
      if (calls.put(call.label(), call) != null) {
        throw new IllegalArgumentException("two calls labelled " + call.label());
      }
    }
    everyVersion();
    file.told().forEach(this::toldTheTruth);
    fates();
    audits();
    atRest();
    return found;
  }

  private void everyVersion() {
    Contents expected = file.contents();
    List<CommitSeen> known = file.history().versions().get(0).commits();
    Map<String, Long> pointers = Map.of();
    for (Version version : file.history().versions()) {
      List<CommitSeen> commits = version.commits();
      if (commits.size() < known.size() || !commits.subList(0, known.size()).equals(known)) {
        found.add("manifest version " + version.manifest() + " has lost or changed history");
        return;
      }
      List<CommitSeen> fresh = commits.subList(known.size(), commits.size());
      if (fresh.size() > 1) {
        found.add("one manifest version published several operations: " + fresh);
      }
      String head = known.isEmpty() ? "none" : known.get(known.size() - 1).id();
      for (CommitSeen commit : fresh) {
        expected = publish(commit, head, version, expected);
      }
      for (String difference : expected.differences(version.contents())) {
        found.add("at manifest version " + version.manifest() + ", " + difference);
      }
      backwards(pointers, version);
      pointers = version.pointers();
      known = commits;
    }
    Set<String> both = new TreeSet<>(lastVersion().rolledBack());
    both.retainAll(published.keySet());
    if (!both.isEmpty()) {
      found.add("rolled back and published: " + both);
    }
  }

  private Version lastVersion() {
    return file.history().versions().get(file.history().versions().size() - 1);
  }

  private Contents publish(CommitSeen commit, String head, Version version, Contents before) {
    if (published.put(commit.operation(), commit) != null) {
      found.add("two graph commits of operation " + commit.operation());
    }
    if (!commit.parents().equals(List.of(head))) {
      found.add("commit " + commit.id() + " has parents " + commit.parents() + ", not " + head);
    }
    if (commit.manifestVersion() != version.manifest()) {
      found.add("commit " + commit.id() + " first seen at " + version.manifest() + ": " + commit);
    }
    Told call = calls.get(label(commit.operation()));
    if (call == null) {
      found.add("published, and nobody had asked for it: " + commit);
      return before;
    }
    return call.deed().applyTo(before);
  }

  private static String label(String operation) {
    return operation.substring(0, Math.max(0, operation.length() - UUID_LENGTH - 1));
  }

  private void backwards(Map<String, Long> earlier, Version version) {
    earlier.forEach(
        (table, pointer) -> {
          Long now = version.pointers().get(table);
          if (now == null || now < pointer) {
            found.add("table " + table + " went from version " + pointer + " to " + now);
          }
        });
  }

  private void toldTheTruth(Told call) {
    List<CommitSeen> own =
        published.values().stream()
            .filter(commit -> label(commit.operation()).equals(call.label()))
            .toList();
    if (own.size() > 1) {
      found.add("one call was published more than once: " + call + ": " + own);
    }
    Told.Answer answer = call.answer();
    if (answer instanceof Told.Answer.Acknowledged told) {
      CommitSeen commit = published.get(told.operation());
      if (commit == null
          || !commit.id().equals(told.commit())
          || commit.manifestVersion() != told.manifestVersion()) {
        found.add("acknowledged, yet not in the history as such: " + call + ": " + own);
      }
    } else if (answer instanceof Told.Answer.Failed && !own.isEmpty()) {
      found.add("told that it failed, yet published: " + call + ": " + own);
    } else if (answer instanceof Told.Answer.Unknown told
        && own.stream().anyMatch(commit -> !commit.operation().equals(told.operation()))) {
      found.add("unknown, and another attempt was published: " + call + ": " + own);
    } else if (answer instanceof Told.Answer.Broken) {
      found.add("a write ended as none may: " + call);
    }
  }

  private void fates() {
    file.fates()
        .forEach(
            (operation, fate) -> {
              if (published.containsKey(operation) != (fate == Fate.PUBLISHED)) {
                found.add("operation " + operation + " should have been " + fate);
              }
            });
  }

  private void audits() {
    Set<String> everPublished = new TreeSet<>();
    lastVersion().commits().forEach(commit -> everPublished.add(commit.operation()));
    Set<String> seen = new TreeSet<>();
    Set<String> untold = new TreeSet<>(lastVersion().rolledBack());
    for (AuditSeen audit : file.end().audits()) {
      untold.remove(audit.operation());
      boolean isPublished = everPublished.contains(audit.operation());
      if (isPublished ? !PUBLISHED.contains(audit.kind()) : !NOT_PUBLISHED.contains(audit.kind())) {
        found.add(
            "audited "
                + audit.kind()
                + (isPublished ? ", yet published: " : ", yet not published: ")
                + audit.operation());
      }
      if (!seen.add(audit.operation() + " " + audit.kind())) {
        found.add("two audit records " + audit.kind() + " of " + audit.operation());
      }
    }
    if (!untold.isEmpty()) {
      found.add("rolled back without an audit: " + untold);
    }
  }

  private void atRest() {
    if (!file.end().sidecars().isEmpty()) {
      found.add("sidecars are left: " + file.end().sidecars());
    }
    file.end()
        .tables()
        .forEach(
            (type, table) -> {
              if (table.head() != table.pointer()) {
                found.add(
                    type + ": HEAD " + table.head() + " is not the pointer " + table.pointer());
              }
            });
    if (!file.again().equals(file.end())) {
      found.add(
          "a second recovery changed something: from\n"
              + file.end().describe()
              + "\nto\n"
              + file.again().describe());
    }
  }
}
