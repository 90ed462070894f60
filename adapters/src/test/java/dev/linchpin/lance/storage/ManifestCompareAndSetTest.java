package dev.linchpin.lance.storage;

import static dev.linchpin.lance.storage.StorageLab.committing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.HistoryEntry;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.spi.ManifestAuthority.CasOutcome;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** However many race, a manifest version has one owner, and everybody knows who. */
class ManifestCompareAndSetTest {
  private static final int RIVALS = 4;
  private static final int ROUNDS = 40;

  @RegisterExtension final StorageLab lab = new StorageLab();

  @Test
  void ofManyThreadsThatRaceForAVersionExactlyOneWins() throws Exception {
    LanceManifestAuthority reader = lab.createGraph();
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      CyclicBarrier start = new CyclicBarrier(RIVALS);
      for (int round = 0; round < ROUNDS; round++) {
        ManifestState base = reader.read();
        List<Future<CasOutcome>> attempts = new ArrayList<>();
        for (int rival = 0; rival < RIVALS; rival++) {
          ManifestState next = committing(base, "round-" + round + "-rival-" + rival);
          LanceManifestAuthority own = lab.authority();
          attempts.add(
              threads.submit(
                  () -> {
                    start.await();
                    return own.compareAndSet(base, next);
                  }));
        }
        List<Integer> winners = new ArrayList<>();
        for (int rival = 0; rival < RIVALS; rival++) {
          if (attempts.get(rival).get() == CasOutcome.WON) {
            winners.add(rival);
          }
        }
        assertThat(winners).as("winners of round %d", round).hasSize(1);
        assertThat(reader.read())
            .isEqualTo(committing(base, "round-" + round + "-rival-" + winners.get(0)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void twoProcessesThatRaceNeverBothWinAVersion() throws Exception {
    LanceManifestAuthority authority = lab.createGraph();
    Map<Long, String> ownerOf = new HashMap<>();
    try (ChildJvm first = ChildJvm.start(Racer.class, lab.layout().root().toString(), "first");
        ChildJvm second = ChildJvm.start(Racer.class, lab.layout().root().toString(), "second")) {
      assertThat(first.line()).isEqualTo("ready");
      assertThat(second.line()).isEqualTo("ready");
      first.say("go");
      second.say("go");
      for (String win : first.toTheEnd()) {
        own(ownerOf, win);
      }
      for (String win : second.toTheEnd()) {
        own(ownerOf, win);
      }
    }
    ManifestState end = authority.read();
    assertThat(end.version()).as("no version without an owner").isEqualTo(1L + ownerOf.size());
    Map<Long, String> published = new HashMap<>();
    for (HistoryEntry entry : authority.history(end).toList()) {
      published.put(entry.manifestVersion(), entry.operation().value());
    }
    assertThat(published).isEqualTo(ownerOf);
  }

  private static void own(Map<Long, String> ownerOf, String win) {
    String[] parts = win.split(" ");
    String before = ownerOf.put(Long.valueOf(parts[0]), parts[1]);
    assertThat(before).as("another owner of version %s", parts[0]).isNull();
  }

  /** Commits what it can, and says what it won: the version and the operation. */
  static final class Racer {
    private Racer() {}

    public static void main(String[] arguments) throws Exception {
      try (BufferAllocator allocator = new RootAllocator()) {
        LanceManifestAuthority authority =
            new LanceManifestAuthority(GraphLayout.of(Path.of(arguments[0])), allocator);
        authority.read();
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        for (int i = 0; i < 100; i++) {
          ManifestState base = authority.read();
          String operation = arguments[1] + "-" + i;
          if (authority.compareAndSet(base, committing(base, operation)) == CasOutcome.WON) {
            System.out.println(base.version() + 1 + " " + operation);
          }
        }
      }
    }
  }
}
