package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;

/** Handles are immutable views that threads may share. */
class SharedReadsTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void oneHandleServesManyThreads() throws Exception {
    Dataset head = lab.create(lab.uri("t.lance"));
    for (int i = 0; i < 10; i++) {
      head = lab.append(head, rows(10L * i, 10, "a"));
    }
    Dataset shared = head;
    List<Row> all = lab.read(shared);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int reader = 0; reader < 4; reader++) {
        readers.add(
            threads.submit(
                () -> {
                  for (int i = 1; i <= 20; i++) {
                    long version = 1 + i % 11;
                    assertThat(lab.read(shared)).isEqualTo(all);
                    Dataset past = lab.checkout(shared, version);
                    assertThat(past.readTransaction().orElseThrow().readVersion())
                        .isEqualTo(version - 1);
                    assertThat(past.countRows()).isEqualTo(10 * (version - 1));
                    assertThat(shared.latestVersion()).isEqualTo(11);
                  }
                }));
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aHandleNeverMovesByItself() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));
    Dataset other = lab.openHead(table.uri());

    lab.commit(other, lab.overwriting(other, rows(7, 1, "b")));

    assertThat(table.version()).isEqualTo(2);
    assertThat(lab.read(table)).isEqualTo(rows(0, 1, "a"));
    assertThat(table.latestVersion()).as("but it can be asked").isEqualTo(3);
  }
}
