package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.OwnerId;
import dev.linchpin.spi.Liveness.OwnerState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is known to live while it lives, and to be gone as soon as it was killed. */
class ProcessLockTest {
  @TempDir Path directory;
  private GraphLayout layout;

  @BeforeEach
  void layOut() {
    layout = GraphLayout.of(directory);
  }

  @Test
  void anotherProcessIsAliveUntilItIsKilledAndGoneAfterwards() throws Exception {
    ProcessLock own = ProcessLock.acquire(layout);
    try (ChildJvm child = ChildJvm.start(Holder.class, directory.toString())) {
      OwnerId owner = new OwnerId(child.line(), child.line());
      for (int i = 0; i < 5; i++) {
        assertThat(own.check(owner)).isEqualTo(OwnerState.POSSIBLY_ALIVE);
      }
      child.kill();
      assertThat(own.check(owner)).isEqualTo(OwnerState.GONE);
      assertThat(layout.owners().resolve(owner.process() + ".lock")).doesNotExist();
      assertThat(own.check(owner)).as("once its file is gone").isEqualTo(OwnerState.GONE);
    }
  }

  @Test
  void theOwnLockSurvivesEveryProbeOfThisProcess() throws Exception {
    ProcessLock own = ProcessLock.acquire(layout);
    ProcessLock second = ProcessLock.acquire(layout);
    assertThat(second.self()).isNotEqualTo(own.self());
    assertThat(own.check(second.self())).isEqualTo(OwnerState.POSSIBLY_ALIVE);
    assertThat(second.check(own.self())).isEqualTo(OwnerState.POSSIBLY_ALIVE);
    assertThatThrownBy(() -> own.check(own.self())).isInstanceOf(IllegalArgumentException.class);
    assertThat(own.check(new OwnerId("never-was", own.self().description())))
        .isEqualTo(OwnerState.GONE);
    for (ProcessLock lock : new ProcessLock[] {own, second}) {
      try (ChildJvm child =
          ChildJvm.start(
              Prober.class,
              directory.toString(),
              lock.self().process(),
              lock.self().description())) {
        assertThat(child.toTheEnd()).containsExactly(OwnerState.POSSIBLY_ALIVE.name());
      }
    }
    try (Stream<Path> files = Files.list(layout.owners())) {
      assertThat(files.toList()).as("the child's own file and both of ours").hasSize(4);
    }
  }

  @Test
  void nobodyCanTellWhetherAProcessOfAnotherHostIsGone() {
    ProcessLock own = ProcessLock.acquire(layout);
    assertThat(own.check(new OwnerId("never-was", "process 1 on some-other-host")))
        .isEqualTo(OwnerState.POSSIBLY_ALIVE);
    assertThat(own.check(new OwnerId("never-was", ""))).isEqualTo(OwnerState.POSSIBLY_ALIVE);
  }

  /** Says who it is and then lives until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      OwnerId self = ProcessLock.acquire(GraphLayout.of(Path.of(arguments[0]))).self();
      System.out.println(self.process());
      System.out.println(self.description());
      System.in.read();
    }
  }

  /** Says what it knows of another process. */
  static final class Prober {
    private Prober() {}

    public static void main(String[] arguments) {
      ProcessLock own = ProcessLock.acquire(GraphLayout.of(Path.of(arguments[0])));
      System.out.println(own.check(new OwnerId(arguments[1], arguments[2])));
    }
  }
}
