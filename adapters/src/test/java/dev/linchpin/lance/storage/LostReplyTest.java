package dev.linchpin.lance.storage;

import static dev.linchpin.lance.storage.StorageLab.committing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.operation.Append;

/** Whatever the store answers, a version's transaction tells whose it is (incident C8). */
class LostReplyTest {
  private static final String RESET = "connection reset";

  /** What Lance says when it tries again and meets its own commit. */
  private static final String OWN_CONFLICT =
      "Retryable commit conflict for version 2: This transaction was preempted by concurrent"
          + " transaction at version 2. Please retry.";

  @RegisterExtension final StorageLab lab = new StorageLab();

  private ManifestState base;
  private TableHead table;

  @BeforeEach
  void createGraph() {
    base = lab.createGraph().read();
    table = StorageLab.table(base, "Person");
  }

  private LanceManifestAuthority authority(LanceCommit commit) {
    return new LanceManifestAuthority(lab.layout(), lab.allocator(), commit);
  }

  private LanceTableSubstrate tables(LanceCommit commit) {
    return new LanceTableSubstrate(lab.layout(), lab.allocator(), commit);
  }

  private CommitResult commit(LanceTableSubstrate tables, String uuid) {
    String uri = lab.layout().uri(table.path());
    return tables.commit(
        new OperationId("op-1"),
        new PlannedEffect(
            new EffectTarget(
                table.id(),
                table.path(),
                new TableToken(1, 0),
                uuid,
                EffectKind.STAGED,
                new PostState.Exact(2)),
            new StagedTransaction(Append.builder().fragments(lab.stage(uri, 1)).build())));
  }

  private static void staysUnknown(ThrowingCallable call, String where) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StorageException.class,
            error -> assertThat(error.dataState()).isEqualTo(DataState.UNKNOWN))
        .hasMessageContaining(where)
        .hasMessageContaining(RESET);
  }

  @Test
  void aManifestCommitWhoseReplyIsLostIsWon() {
    LanceManifestAuthority authority = authority(LostReplies.after(RESET));
    ManifestState next = committing(base, "mine");
    assertThat(authority.compareAndSet(base, next)).isEqualTo(CasOutcome.WON);
    assertThat(lab.authority().read()).isEqualTo(next);
  }

  @Test
  void aManifestCommitWhoseLostReplyLooksLikeAConflictIsWonToo() {
    LanceManifestAuthority authority = authority(LostReplies.after(OWN_CONFLICT));
    ManifestState next = committing(base, "mine");
    assertThat(authority.compareAndSet(base, next)).isEqualTo(CasOutcome.WON);
    assertThat(lab.authority().read()).isEqualTo(next);
  }

  @Test
  void anErrorOnAManifestVersionThatSomebodyElseOwnsIsLost() {
    LanceManifestAuthority authority = authority(LostReplies.before(RESET));
    ManifestState theirs = committing(base, "theirs");
    assertThat(lab.authority().compareAndSet(base, theirs)).isEqualTo(CasOutcome.WON);
    assertThat(authority.compareAndSet(base, committing(base, "mine"))).isEqualTo(CasOutcome.LOST);
    assertThat(authority.read()).isEqualTo(theirs);
  }

  @Test
  void anErrorOnAManifestVersionThatIsNobodysStaysUnknown() {
    LanceManifestAuthority authority = authority(LostReplies.before(RESET));
    staysUnknown(() -> authority.compareAndSet(base, committing(base, "mine")), "version 2");
    assertThat(authority.read()).isEqualTo(base);
  }

  @Test
  void anEffectWhoseReplyIsLostIsFoundWhereverItLanded() {
    LanceTableSubstrate tables = tables(LostReplies.after(RESET));
    assertThat(commit(tables, "first")).isEqualTo(new CommitResult.Landed(2));
    assertThat(commit(tables, "stale")).isEqualTo(new CommitResult.Landed(3));
    assertThat(tables.realign(table, 3, "realign")).isEqualTo(new CommitResult.Landed(4));
  }

  @Test
  void anEffectWhoseLostReplyLooksLikeAConflictHasLandedToo() {
    LanceTableSubstrate tables = tables(LostReplies.after(OWN_CONFLICT));
    assertThat(commit(tables, "first")).isEqualTo(new CommitResult.Landed(2));
  }

  @Test
  void anErrorThatLeftNoTraceInTheTableStaysUnknown() {
    LanceTableSubstrate tables = tables(LostReplies.before(RESET));
    staysUnknown(() -> commit(tables, "first"), table.path());
    assertThat(tables.head(table.path())).isEqualTo(1);
  }
}
