package dev.linchpin.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReadSetTest {
  private static final TableId READ = new TableId("t0");
  private static final TableId WRITTEN = new TableId("t1");
  private static final TableId OTHER = new TableId("t2");
  private static final ManifestState BASE =
      Samples.state(
          4, List.of(new TableToken(2, 0), new TableToken(3, 1), new TableToken(4, 2)), 1);
  private static final ReadSet MEMBERS =
      new ReadSet(
          BASE.target(),
          BASE.schemaIdentity(),
          BASE.graphHead(),
          Map.of(READ, BASE.head(READ).token(), WRITTEN, BASE.head(WRITTEN).token()));

  private static ManifestState with(Map<TableId, TableHead> heads) {
    return new ManifestState(
        9,
        BASE.target(),
        BASE.schemaIdentity(),
        BASE.schemaDocument(),
        heads,
        BASE.graphHead(),
        BASE.window(),
        BASE.segments());
  }

  private static ManifestState withHead(TableHead head) {
    Map<TableId, TableHead> heads = new TreeMap<>(BASE.heads());
    heads.put(head.id(), head);
    return with(heads);
  }

  private static void requireMismatch(ManifestState fresh, String member) {
    assertThat(MEMBERS.firstMismatch(fresh))
        .hasValueSatisfying(mismatch -> assertThat(mismatch.member()).contains(member));
  }

  @Test
  void anUnchangedAuthorityMatchesWhateverElseMoved() {
    assertThat(MEMBERS.firstMismatch(BASE)).isEmpty();
    assertThat(MEMBERS.firstMismatch(with(BASE.heads()))).isEmpty();
    assertThat(MEMBERS.firstMismatch(withHead(BASE.head(OTHER).at(77).fenced()))).isEmpty();
  }

  @Test
  void aNewPointerOfATableThatWasOnlyReadIsAMismatch() {
    requireMismatch(withHead(BASE.head(READ).at(3)), "T0");
  }

  @Test
  void aNewPointerOfAWrittenTableIsAMismatch() {
    requireMismatch(withHead(BASE.head(WRITTEN).at(4)), "T1");
  }

  @Test
  void anOlderPointerIsAMismatchToo() {
    requireMismatch(withHead(BASE.head(WRITTEN).at(2)), "T1");
  }

  @Test
  void aNewEpochAloneIsAMismatch() {
    requireMismatch(withHead(BASE.head(WRITTEN).fenced()), "T1");
    requireMismatch(withHead(BASE.head(READ).fenced()), "T0");
  }

  @Test
  void aDroppedOrVanishedTableIsAMismatch() {
    TableHead head = BASE.head(READ);
    requireMismatch(
        withHead(new TableHead(head.id(), head.name(), head.path(), head.token(), true)), "t0");
    Map<TableId, TableHead> heads = new TreeMap<>(BASE.heads());
    heads.remove(WRITTEN);
    requireMismatch(with(heads), "t1");
  }

  @Test
  void anotherLifeOrNameOfTheBranchIsAMismatch() {
    for (BranchTarget target :
        List.of(new BranchTarget("main", "life-2"), new BranchTarget("other", "life-1"))) {
      ManifestState fresh =
          new ManifestState(
              9,
              target,
              BASE.schemaIdentity(),
              BASE.schemaDocument(),
              BASE.heads(),
              BASE.graphHead(),
              BASE.window(),
              BASE.segments());
      requireMismatch(fresh, "branch incarnation");
    }
  }

  @Test
  void anotherSchemaIdentityIsAMismatch() {
    ManifestState fresh =
        new ManifestState(
            9,
            BASE.target(),
            "schema-2",
            BASE.schemaDocument(),
            BASE.heads(),
            BASE.graphHead(),
            BASE.window(),
            BASE.segments());
    requireMismatch(fresh, "schema identity");
  }

  @Test
  void theGraphHeadIsAMemberOnlyWhereTheResultDependsOnIt() {
    ManifestState fresh =
        new ManifestState(
            9,
            BASE.target(),
            BASE.schemaIdentity(),
            BASE.schemaDocument(),
            BASE.heads(),
            Optional.of(new CommitId("newer")),
            BASE.window(),
            BASE.segments());
    requireMismatch(fresh, "graph head");
    ReadSet independent =
        new ReadSet(BASE.target(), BASE.schemaIdentity(), Optional.empty(), MEMBERS.tables());
    assertThat(independent.firstMismatch(fresh)).isEmpty();
  }
}
