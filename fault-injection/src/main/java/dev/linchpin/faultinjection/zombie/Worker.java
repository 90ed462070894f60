package dev.linchpin.faultinjection.zombie;

import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.faultinjection.point.SteeringHelper;
import dev.linchpin.faultinjection.point.Talk;
import dev.linchpin.faultinjection.scenario.Actor;
import dev.linchpin.faultinjection.scenario.Deed;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.trace.NdjsonTraceSink;
import dev.linchpin.observe.RecoveryReport;
import dev.linchpin.write.WriteOptions;
import dev.linchpin.write.WriteOptions.OnConflict;
import dev.linchpin.write.WriteReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/**
 * The main class of a child that takes commands, one a line of standard input, for as many graphs
 * as come; {@link WorkerJvm} gives them. What it answers is what its caller was told.
 */
public final class Worker {
  private String label = "nobody";
  private Graph graph;
  private NdjsonTraceSink trace;

  private Worker() {}

  /**
   * Works until standard input ends.
   *
   * @param arguments none
   * @throws IOException if standard input fails
   */
  public static void main(String[] arguments) throws IOException {
    Worker worker = new Worker();
    for (String line = Talk.hear(); line != null; line = Talk.hear()) {
      String[] words = line.split("\t");
      Talk.begin(words[0]);
      String answer;
      try {
        answer = worker.obey(words);
      } catch (OutcomeUnknownException unknown) {
        answer = "UNKNOWN " + unknown.operation();
      } catch (LinchpinException refused) {
        answer =
            "FAILED "
                + refused.getClass().getSimpleName()
                + " "
                + refused.dataState()
                + " "
                + refused.getMessage();
      } catch (RuntimeException | Error defect) {
        answer = "BROKEN " + defect;
      }
      Talk.say(answer);
    }
  }

  private String obey(String[] words) {
    switch (words[1]) {
      case "create" -> {
        begin(words[2], Path.of(words[4]));
        graph = Graph.create(Path.of(words[3]), Actor.schema(), options());
        return "CREATED";
      }
      case "open" -> {
        begin(words[2], Path.of(words[4]));
        graph = Graph.open(Path.of(words[3]), options());
        return "OPENED " + shown(graph.openingReport());
      }
      case "write" -> {
        label = words[2];
        Duration courtesy = Duration.ofMillis(Long.parseLong(words[4]));
        return write(Deed.parse(words[3]), courtesy, OnConflict.valueOf(words[5]));
      }
      case "recover" -> {
        label = words[2];
        return "RECOVERED " + shown(graph.recover());
      }
      case "close" -> {
        end();
        return "CLOSED";
      }
      case "record" -> {
        SteeringHelper.record();
        return "RECORDING";
      }
      case "halt-at" -> {
        SteeringHelper.haltAt(words[2], words[3], Integer.parseInt(words[4]));
        return "ARMED";
      }
      case "halt-after" -> {
        SteeringHelper.haltAfter(Integer.parseInt(words[2]), Boolean.parseBoolean(words[3]));
        return "ARMED";
      }
      case "go-on" -> {
        SteeringHelper.disarm();
        return "DISARMED";
      }
      default -> throw new IllegalArgumentException("no command " + words[1]);
    }
  }

  private void begin(String newLabel, Path traceFile) {
    end();
    label = newLabel;
    trace = new NdjsonTraceSink(traceFile);
  }

  private void end() {
    if (graph != null) {
      graph.close();
      graph = null;
    }
    if (trace != null) {
      trace.close();
      trace = null;
    }
  }

  /** Each identity begins with the label of the command that minted it. */
  private GraphOptions options() {
    return GraphOptions.DEFAULT.withIds(() -> label + "-" + UUID.randomUUID()).withTrace(trace);
  }

  private String write(Deed deed, Duration courtesy, OnConflict onConflict) {
    WriteReport<Void> report =
        graph.mutate(
            WriteOptions.DEFAULT.as(label).withCourtesy(courtesy).onConflict(onConflict),
            mutation -> {
              deed.apply(mutation);
              return null;
            });
    return "ACK "
        + report.operation()
        + " "
        + report.commit().map(Object::toString).orElse("none")
        + " "
        + report.manifestVersion();
  }

  private static String shown(RecoveryReport report) {
    return report.outcomes().stream()
        .map(outcome -> outcome.resolution() + " (" + outcome.detail() + ")")
        .toList()
        .toString();
  }
}
