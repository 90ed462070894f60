package dev.linchpin.cli;

import dev.linchpin.cli.Inspection.Pending;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.EdgeType;
import dev.linchpin.lance.schema.ElementType;
import dev.linchpin.lance.schema.Property;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.TableHead;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a graph holds, now or at an earlier commit. */
@Command(
    name = "show",
    description = {
      "Shows the graph's types with their row counts, now or as they were at a commit; and, for now, whatever is"
          + " physically there but not published.",
      "Changes nothing."
    },
    mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The graph's directory.")
  private Path directory;

  @Option(
      names = "--at",
      paramLabel = "VERSION|COMMIT",
      description = "A manifest version (a number) or a commit id, both as shown by log.")
  private String at;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Graph graph = Graph.openReadOnly(directory, GraphOptions.DEFAULT);
        Snapshot snapshot = snapshot(graph)) {
      out.printf(
          "%s at manifest version %d, %s%n",
          Style.bold(graph.root().toString()),
          snapshot.version(),
          snapshot.commit().map(commit -> "commit " + commit).orElse("no commit yet"));
      for (ElementType type : snapshot.schema().types()) {
        out.printf(
            "  %-24s %12s rows   %s%n",
            Style.name(type.name()), Tables.count(snapshot.count(type.name())), shape(type));
      }
      if (at == null) {
        unpublished(out);
      }
      out.flush();
      return ExitStatus.SUCCESS;
    }
  }

  private Snapshot snapshot(Graph graph) {
    if (at == null) {
      return graph.snapshot();
    }
    if (at.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return graph.snapshotAt(Long.parseLong(at));
      } catch (NumberFormatException tooLong) {
        throw new ParameterException(
            spec.commandLine(), "There is no manifest version " + at + ".");
      }
    }
    CommitId commit;
    try {
      commit = new CommitId(at);
    } catch (IllegalArgumentException noId) {
      throw new ParameterException(
          spec.commandLine(), "'" + at + "' is neither a manifest version nor a commit id.");
    }
    return graph.snapshot(commit);
  }

  /** Whether edge or node, and its columns. */
  static String shape(ElementType type) {
    String columns =
        type.columns().stream().map(Property::name).collect(Collectors.joining(", ", "(", ")"));
    return type instanceof EdgeType edge
        ? "edge " + edge.from() + " -> " + edge.to() + " " + columns
        : "node " + columns;
  }

  private void unpublished(PrintWriter out) {
    try (Inspection inspection = new Inspection(directory)) {
      for (TableHead head : inspection.heads(inspection.newest())) {
        long physical = inspection.physicalHead(head);
        if (physical != head.version()) {
          out.printf(
              "  %s published is version %d, physically there is version %d: not visible%n",
              Style.warn(head.name() + ":"), head.version(), physical);
        }
      }
      List<Pending> sidecars = inspection.sidecars();
      for (Pending pending : sidecars) {
        out.println(
            "  " + Style.warn("pending:") + " " + pending.what() + " is " + pending.phase());
        out.println("           " + pending.details());
      }
      if (!sidecars.isEmpty()) {
        out.println(
            "  The next writer settles what is pending; so does: linchpin recover " + directory);
      }
    }
  }
}
