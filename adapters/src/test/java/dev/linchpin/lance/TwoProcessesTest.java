package dev.linchpin.lance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.storage.ChildJvm;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryIntent.Phase;
import dev.linchpin.spi.IntentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes of one machine write one graph. */
class TwoProcessesTest {
  private static final GraphSchema SCHEMA =
      GraphSchema.builder()
          .node("Person", "name", PropertyType.UTF8, t -> t.required("balance", PropertyType.INT64))
          .build();

  @TempDir Path directory;

  private Path root;

  @BeforeEach
  void aGraphWithOneBalance() {
    root = directory.resolve("graph");
    try (Graph graph = Graph.create(root, SCHEMA, GraphOptions.DEFAULT)) {
      graph.mutate(m -> m.insert("Person", Row.of("name", "ann", "balance", 0L)));
    }
  }

  private long balance() {
    try (Graph graph = Graph.openReadOnly(root, GraphOptions.DEFAULT);
        Snapshot snapshot = graph.snapshot()) {
      return snapshot.get("Person", "ann").orElseThrow().integer("balance").orElseThrow();
    }
  }

  @Test
  void noIncrementOfTwoProcessesIsLost() throws Exception {
    try (ChildJvm one = ChildJvm.start(Incrementer.class, root.toString(), "12");
        ChildJvm other = ChildJvm.start(Incrementer.class, root.toString(), "12")) {
      assertThat(one.line()).isEqualTo("ready");
      assertThat(other.line()).isEqualTo("ready");
      one.toTheEnd();
      other.toTheEnd();
    }
    assertThat(balance()).isEqualTo(24);
    assertThat(root.resolve("__recovery")).isEmptyDirectory();
  }

  /**
   * C6: a second process comes between the first one's table commit and its publish, waits as long
   * as courtesy demands, fences the first one off and writes; the first one notices and starts
   * again.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProcessThatIsOvertakenBetweenItsEffectAndItsPublishLosesNothing(boolean afterConfirming)
      throws Exception {
    Overtaken overtaken = new Overtaken(afterConfirming);
    try (Graph graph = Graph.open(root, GraphOptions.DEFAULT, overtaken)) {
      Incrementer.increment(graph);
      assertThat(overtaken.happened).isTrue();
      assertThat(balance()).isEqualTo(2);
      Incrementer.increment(graph);
    }
    assertThat(balance()).isEqualTo(3);
    assertThat(root.resolve("__recovery")).isEmptyDirectory();
  }

  /** Runs the other process at the first confirmation of this one: before it, or after. */
  private final class Overtaken implements PortWrapper {
    private final boolean afterConfirming;
    private boolean happened;

    Overtaken(boolean afterConfirming) {
      this.afterConfirming = afterConfirming;
    }

    @Override
    public IntentStore intents(IntentStore port) {
      return new IntentStore() {
        @Override
        public List<String> list() {
          return port.list();
        }

        @Override
        public IntentRead read(String name) {
          return port.read(name);
        }

        @Override
        public void put(RecoveryIntent intent) {
          boolean here = intent.phase() instanceof Phase.Confirmed && !happened;
          happened |= here;
          if (here && !afterConfirming) {
            theOtherProcessWrites();
          }
          port.put(intent);
          if (here && afterConfirming) {
            theOtherProcessWrites();
          }
        }

        @Override
        public void remove(OperationId operation) {
          port.remove(operation);
        }

        @Override
        public String nameOf(OperationId operation) {
          return port.nameOf(operation);
        }
      };
    }

    private void theOtherProcessWrites() {
      try (ChildJvm other = ChildJvm.start(Incrementer.class, root.toString(), "1")) {
        other.toTheEnd();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
