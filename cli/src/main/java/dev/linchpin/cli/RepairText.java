package dev.linchpin.cli;

import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.recovery.RepairPreview;
import dev.linchpin.recovery.RepairPreview.CommitLook;
import dev.linchpin.recovery.RepairPreview.IntentLook;
import dev.linchpin.recovery.RepairPreview.Standing;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.recovery.Verdict;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.VersionFacts;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How the preview of a repair looks. */
final class RepairText {
  private final PrintWriter out;
  private final Path directory;

  RepairText(PrintWriter out, Path directory) {
    this.out = out;
    this.directory = directory;
  }

  void print(RepairPreview preview) {
    preview.tables().forEach(this::print);
    preview.intents().forEach(this::print);
    preview
        .unreadable()
        .forEach(
            sidecar ->
                out.println(
                    Style.warn("sidecar ")
                        + sidecar
                        + ": it cannot be read; a repair leaves it alone, and it refuses every write"));
    if (preview.token().isEmpty()) {
      out.println(Style.good("nothing needs a repair"));
      return;
    }
    out.println("Nothing has been changed. To repair exactly this:");
    out.println(
        "  linchpin repair " + directory + " --confirm " + Style.bold(preview.token().get()));
  }

  private void print(TableLook table) {
    out.printf(
        "table %s: published is version %d, the newest is version %d: %s%n",
        Style.name(table.head().name()),
        table.head().version(),
        table.headSeen(),
        switch (table.standing()) {
          case NEEDS_REPAIR -> Style.bad("writes to it are refused");
          case HEALS_ITSELF -> Style.good(table.why());
          case IN_USE -> Style.warn(table.why());
        });
    out.printf("  %8s  %-12s %-21s %-38s %s%n", "version", "kind", "rows", "transaction", "by");
    boolean elided = false;
    for (CommitLook commit : table.beyond()) {
      if (commit.facts().isPresent()) {
        print(commit, commit.facts().get());
      } else if (!elided) {
        elided = true;
        out.printf("  %8s%n", "...");
      }
    }
    if (table.standing() == Standing.NEEDS_REPAIR) {
      out.printf(
          "  A repair publishes the content of version %d again, on top of these. What they hold stops being the"
              + " newest content of%n  %s; it can be read as Lance version %d of it until a cleanup removes that.%n",
          table.head().version(), directory.resolve(table.head().path()), table.headSeen());
    }
  }

  private void print(CommitLook look, VersionFacts facts) {
    out.printf(
        "  %8d  %-12s %-21s %-38s %s%n",
        look.commit().version(),
        facts.kind().orElse("?"),
        rows(facts.rowsBefore()) + " -> " + rows(facts.rows()),
        facts.transactionUuid().orElse("?"),
        owner(look));
  }

  private static String rows(OptionalLong rows) {
    return rows.isPresent() ? Tables.count(rows.getAsLong()) : "?";
  }

  private static String owner(CommitLook look) {
    TableCommit commit = look.commit();
    if (commit instanceof TableCommit.OperationCommit effect) {
      return "operation " + effect.operation();
    } else if (commit instanceof TableCommit.RealignCommit realigned) {
      return "a realignment to version " + realigned.pointer();
    } else if (commit instanceof TableCommit.UnreadableCommit unreadable) {
      return Style.bad("nobody knows: " + unreadable.reason());
    }
    return look.voided() ? Style.bad("a stranger; void after a repair") : "a stranger";
  }

  private void print(IntentLook look) {
    out.printf(
        "operation %s (%s, by %s): %s%n",
        Style.name(look.operation().value()),
        look.intent().phase() instanceof Phase.Confirmed ? "confirmed" : "armed",
        look.intent().owner().description(),
        look.repaired() == Verdict.REFUSE
            ? Style.warn("is refused, and stays so")
            : (look.now() == Verdict.REFUSE ? "is refused now; " : "")
                + "a repair lets recovery "
                + words(look.repaired()));
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case CONVERGE -> "find it published already";
      case ROLL_FORWARD -> "publish it first";
      case ROLL_BACK -> "roll it back";
      case ABORT_EMPTY -> "end it, without any effect";
      case REFUSE -> "refuse it";
    };
  }
}
