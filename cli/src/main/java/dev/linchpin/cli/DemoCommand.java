package dev.linchpin.cli;

import dev.linchpin.cli.demo.Demo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows in seconds what this is about. */
@Command(
    name = "demo",
    description = {
      "Creates a graph of airports and routes, changes it, kills a child process in the middle of a write (twice, at"
          + " different points), recovers, and reads it now and as it was. Takes less than 20 seconds."
    },
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Where the graph is created and kept (default: a new temporary directory).")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path graph =
        directory != null
            ? directory
            : Files.createTempDirectory("linchpin-demo-").resolve("graph");
    out.println(Style.bold("A graph on Lance, in ") + graph);
    new Demo(graph.toAbsolutePath(), out).run();
    return ExitStatus.SUCCESS;
  }
}
