package dev.linchpin.cli;

import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.protocol.HistoryEntry.GraphCommit;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the graph's commits. */
@Command(
    name = "log",
    description = {
      "Shows the graph's commits, newest first: who wrote what, and the manifest version in which it became visible.",
      "Changes nothing."
    },
    mixinStandardHelpOptions = true)
final class LogCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The graph's directory.")
  private Path directory;

  @Option(
      names = {"-n", "--max-count"},
      paramLabel = "N",
      defaultValue = "20",
      description = "Show at most N commits (default: ${DEFAULT-VALUE}; 0 shows all).")
  private long maxCount;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT);
        Inspection inspection = new Inspection(directory);
        Stream<GraphCommit> log = graph.log()) {
      Iterator<GraphCommit> commits = log.iterator();
      if (!commits.hasNext()) {
        out.println("no commits yet");
      }
      for (long shown = 0; commits.hasNext() && (maxCount <= 0 || shown < maxCount); shown++) {
        print(out, commits.next(), inspection);
      }
      if (commits.hasNext()) {
        out.println(Style.faint("(older commits are not shown; use -n 0 to see all)"));
      }
      out.flush();
      return ExitStatus.SUCCESS;
    }
  }

  /** Two lines: identity and time; writer and tables. */
  static void print(PrintWriter out, GraphCommit commit, Inspection inspection) {
    out.printf(
        "%s  manifest %d  %s%n",
        Style.name(commit.id().value()), commit.manifestVersion(), commit.time());
    out.printf(
        "    %s by %s: %s%n",
        commit.writerKind().name().toLowerCase(java.util.Locale.ROOT),
        commit.actor(),
        Tables.versions(commit.tables(), inspection));
    out.println(Style.faint("    operation " + commit.operation()));
  }
}
