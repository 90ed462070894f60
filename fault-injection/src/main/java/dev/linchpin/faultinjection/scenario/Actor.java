package dev.linchpin.faultinjection.scenario;

import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.NotAGraphException;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.faultinjection.jvm.ChildJvm;
import dev.linchpin.faultinjection.scenario.Scenario.OtherMoment;
import dev.linchpin.faultinjection.witness.Parties;
import dev.linchpin.faultinjection.witness.WitnessReader;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.trace.TraceSink;
import dev.linchpin.write.WriteOptions;
import dev.linchpin.write.WriteReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The main class of every child: one process of a scenario. What it says on standard output is what
 * its caller was told, so that it counts: {@code ACK} only after the write has returned.
 */
public final class Actor {
  /** The system property that names the file for the process's trace. */
  static final String TRACE = "linchpin.trace";

  /** One file for the process, whatever handles it opens. */
  private static final TraceSink SINK =
      Optional.ofNullable(System.getProperty(TRACE))
          .<TraceSink>map(file -> new NdjsonTraceSink(Path.of(file)))
          .orElse(TraceSink.NONE);

  private Actor() {}

  /**
   * Acts.
   *
   * @param arguments a role and what it needs
   * @throws IOException if standard input fails
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "write" ->
          write(
              root,
              Parties.VICTIM,
              Change.valueOf(arguments[2]),
              arguments.length > 3 ? Optional.of(Change.valueOf(arguments[3])) : Optional.empty(),
              arguments.length > 4
                  ? OtherMoment.valueOf(arguments[4])
                  : OtherMoment.DURING_PREPARE);
      case "stall" ->
          write(
              root,
              "stalled-",
              Change.valueOf(arguments[2]),
              Optional.empty(),
              OtherMoment.DURING_PREPARE);
      case "recover" -> recover(root);
      case "repair" -> repair(root);
      case "create" -> Graph.create(root, schema(), options("creator-")).close();
      case "next" -> next(root, false);
      case "next-creates" -> next(root, true);
      case "next-repairs" -> {
        repair(root);
        next(root, false);
      }
      case "train" -> train(root);
      default -> throw new IllegalArgumentException("no role " + arguments[0]);
    }
  }

  /**
   * The schema of every scenario.
   *
   * @return three node types and an edge type
   */
  public static GraphSchema schema() {
    return GraphSchema.builder()
        .node(
            Change.PERSON,
            "key",
            PropertyType.UTF8,
            person -> person.optional("age", PropertyType.INT64))
        .node(Change.CITY, "key", PropertyType.UTF8, city -> {})
        .node(Change.NOTE, "key", PropertyType.UTF8, note -> {})
        .edge(Change.LIVES, Change.PERSON, Change.CITY, lives -> {})
        .build();
  }

  static GraphOptions options(String prefix) {
    return options(prefix, SINK);
  }

  static GraphOptions options(String prefix, TraceSink trace) {
    return GraphOptions.DEFAULT.withIds(() -> prefix + UUID.randomUUID()).withTrace(trace);
  }

  static WriteOptions as(String prefix) {
    return WriteOptions.DEFAULT.as(prefix).withCourtesy(Duration.ofSeconds(20));
  }

  static WriteReport<Void> write(Graph graph, String prefix, Change change) {
    return graph.mutate(
        as(prefix),
        mutation -> {
          change.apply(mutation);
          return null;
        });
  }

  private static void write(
      Path root, String prefix, Change change, Optional<Change> other, OtherMoment moment) {
    try (Graph graph = Graph.open(root, options(prefix))) {
      AtomicBoolean pending = new AtomicBoolean(other.isPresent());
      Runnable otherWrites =
          () -> {
            if (pending.getAndSet(false)) {
              try (Graph second = Graph.open(root, options(Parties.OTHER))) {
                acknowledge(write(second, Parties.OTHER, other.orElseThrow()));
              }
            }
          };
      WeatherHelper.otherIs(otherWrites);
      WriteReport<Void> report =
          graph.mutate(
              as(prefix),
              mutation -> {
                change.apply(mutation);
                if (moment == OtherMoment.DURING_PREPARE) {
                  otherWrites.run();
                }
                return null;
              });
      acknowledge(report);
    } catch (OutcomeUnknownException unknown) {
      say("UNKNOWN " + unknown.operation());
    }
  }

  private static void recover(Path root) {
    try (Graph graph = Graph.open(root, options("recoverer-"))) {
      say("OPENED " + shown(graph.openingReport()));
      say("RECOVERED " + shown(graph.recover()));
    }
  }

  /** An operator who confirms whatever the preview shows. */
  private static void repair(Path root) {
    Optional<String> token;
    try (Graph graph = Graph.openReadOnly(root, options("looker-"))) {
      token = graph.previewRepair().token();
    }
    say("TOKEN " + token.orElse("none"));
    if (token.isPresent()) {
      try (Graph graph = Graph.openForRepair(root, options("repairer-"))) {
        say("REPAIRED " + graph.repair(token.get(), "operator").complete());
      }
    }
  }

  private static void next(Path root, boolean mayCreate) throws IOException {
    try (Graph graph = mayCreate ? openOrCreate(root) : Graph.open(root, options(Parties.NEXT))) {
      say("OPENED " + shown(graph.openingReport()));
      if (mayCreate) {
        write(graph, Parties.NEXT, Change.FOUNDATION);
      }
      try {
        acknowledge(write(graph, Parties.NEXT, Change.NEXT));
      } catch (LinchpinException refused) {
        say("REFUSED " + refused.getClass().getSimpleName() + " " + refused.getMessage());
        acknowledge(write(graph, Parties.NEXT, Change.NEXT_ELSEWHERE));
      }
    }
    say("SETTLED");
    if (System.in.read() < 0) {
      return;
    }
    try (Graph again = Graph.open(root, options("again-"))) {
      say("AGAIN " + shown(again.recover()));
    }
  }

  private static Graph openOrCreate(Path root) {
    try {
      Graph graph = Graph.open(root, options(Parties.NEXT));
      say("FOUND");
      return graph;
    } catch (NotAGraphException absent) {
      say("ABSENT");
      return Graph.create(root, schema(), options(Parties.NEXT));
    }
  }

  /** Touches what the roles need, so that the archive of classes holds it. */
  private static void train(Path root) {
    loadByteman();
    try (Graph graph = Graph.create(root, schema(), options(Parties.NEXT))) {
      write(graph, Parties.NEXT, Change.FOUNDATION);
      write(graph, Parties.NEXT, Change.UPSERT_AND_DELETE);
      write(graph, Parties.NEXT, Change.PERSON_AND_HOME);
      graph.recover();
    }
    say(WitnessReader.read(root).describe());
  }

  /** An archive cannot be made under an agent, so that the agent's classes are loaded by name. */
  private static void loadByteman() {
    Path jar = ChildJvm.bytemanJar();
    try (JarFile byteman = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(byteman.entries())) {
        String name = entry.getName();
        if (name.startsWith("org/jboss/byteman/") && name.endsWith(".class")) {
          Class.forName(
              name.substring(0, name.length() - ".class".length()).replace('/', '.'),
              false,
              Actor.class.getClassLoader());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + jar, e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Byteman is not on the class path", e);
    }
  }

  private static void acknowledge(WriteReport<Void> report) {
    say("ACK " + report.operation() + " " + report.commit().orElseThrow());
  }

  private static String shown(RecoveryReport report) {
    return report.outcomes().stream()
        .map(outcome -> outcome.resolution() + " (" + outcome.detail() + ")")
        .toList()
        .toString();
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
