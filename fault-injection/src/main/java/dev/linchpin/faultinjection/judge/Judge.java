package dev.linchpin.faultinjection.judge;

import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.Witness;
import dev.linchpin.faultinjection.witness.Witness.AuditSeen;
import dev.linchpin.faultinjection.witness.Witness.CommitSeen;
import dev.linchpin.faultinjection.witness.Witness.SidecarSeen;
import dev.linchpin.faultinjection.witness.Witness.TableSeen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts a witness in its row of the crash contract and holds the outcome to it. It works on
 * witnesses only; nothing here asks the product what should have happened.
 *
 * <p>The MUTATION adapter's declared direction is pinned here: armed rolls back, confirmed rolls
 * forward as long as the captured authority holds, visible stays.
 */
public final class Judge {
  /** How the specification calls the product's kinds of audit record. */
  private static final Map<String, String> AUDIT_KINDS =
      Map.of(
          "ROLLED_FORWARD", "published",
          "CONVERGED", "published",
          "ROLLED_BACK", "rolledBack",
          "ABORTED_EMPTY", "aborted");

  private final CaseFile file;
  private final List<String> found = new ArrayList<>();

  private Judge(CaseFile file) {
    this.file = file;
  }

  /**
   * Judges one cell.
   *
   * @param file everything that is known of it
   * @return the verdict
   */
  public static Verdict judge(CaseFile file) {
    return new Judge(file).judge();
  }

  /**
   * The row of the contract in which the crash falls for one party.
   *
   * @param before what was durable before it began
   * @param witness what was durable before anybody recovered
   * @param prefix how the party's operation ids begin
   * @return the row
   */
  public static ContractRow row(Witness before, Witness witness, String prefix) {
    Optional<SidecarSeen> sidecar = sidecar(witness, prefix);
    if (sidecar.isEmpty()) {
      return newCommits(before, witness, prefix).isEmpty()
          ? ContractRow.BEFORE_SIDECAR
          : ContractRow.COMPLETE;
    }
    if (visible(witness, sidecar.get())) {
      return ContractRow.VISIBLE_SIDECAR_REMAINS;
    }
    if (sidecar.get().phase().equals("confirmed")) {
      return ContractRow.CONFIRMED_NOT_VISIBLE;
    }
    return hasEffect(witness, sidecar.get())
        ? ContractRow.EFFECTS_NOT_CONFIRMED
        : ContractRow.SIDECAR_NO_EFFECT;
  }

  private static Optional<SidecarSeen> sidecar(Witness witness, String prefix) {
    return witness.sidecars().stream()
        .filter(sidecar -> sidecar.operation().startsWith(prefix))
        .findFirst();
  }

  private static List<CommitSeen> newCommits(Witness before, Witness witness, String prefix) {
    List<CommitSeen> commits = new ArrayList<>(witness.commitsOf(prefix));
    commits.removeAll(before.commitsOf(prefix));
    return commits;
  }

  private static boolean visible(Witness witness, SidecarSeen sidecar) {
    return witness.commits().stream().anyMatch(commit -> commit.id().equals(sidecar.commitId()));
  }

  private static boolean hasEffect(Witness witness, SidecarSeen sidecar) {
    return witness.tables().values().stream()
        .flatMap(table -> table.beyond().stream())
        .anyMatch(version -> sidecar.transactions().containsValue(version.uuid()));
  }

  private Verdict judge() {
    ContractRow row = row(file.before(), file.trial(), Parties.VICTIM);
    ContractRow otherRow = row(file.before(), file.trial(), Parties.OTHER);
    boolean published = mustBePublished(row, Parties.VICTIM);
    boolean otherPublished = mustBePublished(otherRow, Parties.OTHER);
    String audit = demandedAudit(row, published);
    String expected =
        file.refusal()
            ? "refused by a typed error, the intent kept, nothing changed, other tables writable"
            : (published ? "the state after the write" : "the state before the write")
                + ", audit: "
                + audit
                + ", sidecar gone, HEAD and pointers aligned, the next write works";
    everyEffectHasAnIntent();
    nothingTornAtDeath();
    auditBeforeRemoval();
    if (file.refusal()) {
      refusedWithoutAChange();
    } else {
      audits(row, audit, Parties.VICTIM);
      audits(otherRow, demandedAudit(otherRow, otherPublished), Parties.OTHER);
      auditsTellTheTruth();
      aligned(file.settled().tables());
      if (!file.settled().sidecars().isEmpty()) {
        found.add("sidecars are left: " + file.settled().sidecars());
      }
    }
    file.next()
        .apply(file.expected(otherPublished, published))
        .differences(file.settled().contents())
        .forEach(found::add);
    acknowledgements();
    lineage(published);
    forwardOnly();
    if (!file.again().equals(file.settled())) {
      found.add(
          "a second recovery changed something: from\n"
              + file.settled().describe()
              + "\nto\n"
              + file.again().describe());
    }
    return new Verdict(Optional.of(row), row.title() + ": " + expected, found);
  }

  private boolean mustBePublished(ContractRow row, String prefix) {
    return switch (row) {
      case BEFORE_SIDECAR, SIDECAR_NO_EFFECT, EFFECTS_NOT_CONFIRMED -> false;
      case CONFIRMED_NOT_VISIBLE -> confirmedCounts(sidecar(file.trial(), prefix).orElseThrow());
      case VISIBLE_SIDECAR_REMAINS, COMPLETE -> true;
    };
  }

  /**
   * A confirmed write counts if every table that it has read or written is where it captured it. If
   * another confirmed intent will move one of them, either order is right; then what was published
   * decides, and everything else has to agree with it. An intent that is only armed goes later.
   */
  private boolean confirmedCounts(SidecarSeen sidecar) {
    Map<String, List<Long>> tokens = new TreeMap<>();
    for (TableSeen table : file.trial().tables().values()) {
      tokens.put(table.id(), List.of(table.pointer(), table.epoch()));
    }
    boolean holds =
        sidecar.readSet().entrySet().stream()
            .allMatch(member -> member.getValue().equals(tokens.get(member.getKey())));
    boolean contested =
        file.trial().sidecars().stream()
            .filter(rival -> !rival.operation().equals(sidecar.operation()))
            .filter(rival -> rival.phase().equals("confirmed"))
            .anyMatch(
                rival ->
                    rival.transactions().keySet().stream()
                        .anyMatch(sidecar.readSet()::containsKey));
    return holds && (!contested || visible(file.settled(), sidecar));
  }

  private String demandedAudit(ContractRow row, boolean published) {
    return switch (row) {
      case BEFORE_SIDECAR, COMPLETE -> "none";
      case SIDECAR_NO_EFFECT -> "aborted";
      case EFFECTS_NOT_CONFIRMED -> "rolledBack";
      case CONFIRMED_NOT_VISIBLE -> published ? "published" : "rolledBack";
      case VISIBLE_SIDECAR_REMAINS -> "published";
    };
  }

  /** Invariant 2: no durable effect before the durable intent. */
  private void everyEffectHasAnIntent() {
    Set<String> known = new TreeSet<>();
    // What was there before the killed process started is not its doing.
    Witness start = file.trial() == file.dead() ? file.before() : file.trial();
    start.tables().values().stream()
        .flatMap(table -> table.beyond().stream())
        .forEach(version -> known.add(version.uuid()));
    file.dead().sidecars().forEach(sidecar -> known.addAll(sidecar.transactions().values()));
    file.dead()
        .tables()
        .forEach(
            (type, table) ->
                table.beyond().stream()
                    .filter(version -> !known.contains(version.uuid()))
                    .filter(version -> !version.properties().containsKey("linchpin.realigns"))
                    .forEach(
                        version ->
                            found.add(
                                "at the crash, an effect without an intent: "
                                    + type
                                    + " version "
                                    + version)));
  }

  /**
   * One visibility point: at every instant either the whole write is published or nothing of it.
   */
  private void nothingTornAtDeath() {
    boolean published = !newCommits(file.before(), file.dead(), Parties.VICTIM).isEmpty();
    boolean otherPublished = !newCommits(file.before(), file.dead(), Parties.OTHER).isEmpty();
    file.expected(otherPublished, published)
        .differences(file.dead().contents())
        .forEach(difference -> found.add("at the crash, published contents: " + difference));
  }

  /** Whoever removed the sidecar during recovery had made the audit durable before. */
  private void auditBeforeRemoval() {
    sidecar(file.trial(), Parties.VICTIM)
        .filter(sidecar -> file.dead().sidecar(sidecar.operation()).isEmpty())
        .filter(sidecar -> file.trial() != file.dead())
        .filter(sidecar -> auditKinds(file.dead(), sidecar.operation()).isEmpty())
        .ifPresent(
            sidecar -> found.add("at the crash, the sidecar was gone and no audit was there"));
  }

  private void audits(ContractRow row, String demanded, String prefix) {
    Optional<SidecarSeen> sidecar = sidecar(file.trial(), prefix);
    if (sidecar.isPresent()) {
      Set<String> kinds = auditKinds(file.settled(), sidecar.get().operation());
      if (!kinds.equals(Set.of(demanded))) {
        found.add("audit of " + sidecar.get().operation() + ": " + kinds);
      }
    } else if (!audits(file.settled(), prefix).equals(audits(file.dead(), prefix))) {
      found.add("row " + row.title() + " needs no audit, found " + audits(file.settled(), prefix));
    }
  }

  /** Published is audited as published, everything else as something else. */
  private void auditsTellTheTruth() {
    Set<String> published = new TreeSet<>();
    file.settled().commits().forEach(commit -> published.add(commit.operation()));
    for (AuditSeen audit : file.settled().audits()) {
      boolean saysPublished = "published".equals(AUDIT_KINDS.get(audit.kind()));
      if (saysPublished != published.contains(audit.operation())) {
        found.add("an audit record lies: " + audit.kind() + " of " + audit.operation());
      }
    }
  }

  private static List<AuditSeen> audits(Witness witness, String prefix) {
    return witness.audits().stream().filter(audit -> audit.operation().startsWith(prefix)).toList();
  }

  private Set<String> auditKinds(Witness witness, String operation) {
    Set<String> kinds = new TreeSet<>();
    Set<String> seen = new TreeSet<>();
    for (AuditSeen audit : witness.audits()) {
      if (audit.operation().equals(operation)) {
        kinds.add(AUDIT_KINDS.getOrDefault(audit.kind(), "unknown kind " + audit.kind()));
        if (!seen.add(audit.kind())) {
          found.add("two audit records " + audit.kind() + " of " + operation);
        }
      }
    }
    return kinds;
  }

  private void aligned(Map<String, TableSeen> tables) {
    tables.forEach(
        (type, table) -> {
          if (table.head() != table.pointer()) {
            found.add(type + ": HEAD " + table.head() + " is not the pointer " + table.pointer());
          }
        });
  }

  private void refusedWithoutAChange() {
    if (file.nextLines().stream()
        .noneMatch(line -> line.startsWith("REFUSED UnverifiableEffect"))) {
      found.add("no typed refusal: " + file.nextLines());
    }
    if (!file.settled().sidecars().equals(file.trial().sidecars())) {
      found.add("the intent was not kept as it was: " + file.settled().sidecars());
    }
    Set<String> touched = new TreeSet<>();
    sidecar(file.trial(), Parties.VICTIM)
        .ifPresent(sidecar -> touched.addAll(sidecar.transactions().keySet()));
    file.trial()
        .tables()
        .forEach(
            (type, table) -> {
              if (touched.contains(table.id())
                  && !table.equals(file.settled().tables().get(type))) {
                found.add(type + " was changed although its intent was refused");
              }
            });
    Set<String> kinds = new TreeSet<>();
    audits(file.settled(), Parties.VICTIM).forEach(audit -> kinds.add(audit.kind()));
    if (!kinds.isEmpty()) {
      found.add("a refused intent was audited: " + kinds);
    }
  }

  private void acknowledgements() {
    for (String operation : file.acknowledged()) {
      if (file.settled().commits().stream()
          .noneMatch(commit -> commit.operation().equals(operation))) {
        found.add("acknowledged, yet not in the history: " + operation);
      }
    }
    Optional<String[]> ack = file.nextAcknowledged();
    if (ack.isEmpty()) {
      found.add("the next write does not work: " + file.nextLines());
    } else if (file.settled().commits().stream()
            .filter(commit -> commit.operation().equals(ack.get()[0]))
            .filter(commit -> commit.id().equals(ack.get()[1]))
            .count()
        != 1) {
      found.add("the next write is not in the history as acknowledged: " + List.of(ack.get()));
    }
    if (!file.refusal() && file.nextLines().stream().anyMatch(line -> line.startsWith("REFUSED"))) {
      found.add("the next write was refused: " + file.nextLines());
    }
  }

  /**
   * Exactly one commit an operation, each on the one before, under the identity fixed beforehand.
   */
  private void lineage(boolean published) {
    List<CommitSeen> commits = file.settled().commits();
    List<String> previous = List.of();
    Set<String> operations = new TreeSet<>();
    for (CommitSeen commit : commits) {
      if (!commit.parents().equals(previous)) {
        found.add(
            "commit " + commit.id() + " has parents " + commit.parents() + ", not " + previous);
      }
      if (!operations.add(commit.operation())) {
        found.add("two graph commits of operation " + commit.operation());
      }
      previous = List.of(commit.id());
    }
    if (!previous.equals(file.settled().graphHead().map(List::of).orElse(List.of()))) {
      found.add("graph head " + file.settled().graphHead() + " is not the last commit " + previous);
    }
    List<CommitSeen> own = file.settled().commitsOf(Parties.VICTIM);
    if (own.size() != (published ? 1 : 0)) {
      found.add("graph commits of the judged write: " + own);
    }
    Optional<SidecarSeen> sidecar = sidecar(file.trial(), Parties.VICTIM);
    if (published && own.size() == 1 && sidecar.isPresent()) {
      CommitSeen commit = own.get(0);
      if (!commit.id().equals(sidecar.get().commitId())
          || !commit.operation().equals(sidecar.get().operation())) {
        found.add("published under another identity than " + sidecar.get().commitId());
      }
      if (!commit.tables().equals(sidecar.get().achieved())) {
        found.add("published " + commit.tables() + ", confirmed were " + sidecar.get().achieved());
      }
    }
    Set<String> before = new TreeSet<>();
    file.before().commits().forEach(commit -> before.add(commit.id()));
    Set<String> after = new TreeSet<>();
    commits.forEach(commit -> after.add(commit.id()));
    if (!after.containsAll(before)) {
      found.add("history was lost");
    }
  }

  private void forwardOnly() {
    file.dead()
        .tables()
        .forEach(
            (type, table) -> {
              TableSeen later = file.settled().tables().get(type);
              if (later == null || later.pointer() < table.pointer()) {
                found.add(type + ": the pointer went backwards, to " + later);
              }
            });
  }
}
