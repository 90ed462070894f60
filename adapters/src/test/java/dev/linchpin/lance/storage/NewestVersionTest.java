package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.TableHead;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;
import org.lance.operation.Append;

/** Following a chain finds the same newest version as listing it, whoever moved it. */
class NewestVersionTest {
  @RegisterExtension final StorageLab lab = new StorageLab();

  private String uri;
  private NewestVersion followed;

  @BeforeEach
  void createTable() {
    TableHead table = StorageLab.table(lab.createGraph().read(), "Person");
    uri = lab.layout().uri(table.path());
    followed = new NewestVersion(uri, lab.allocator(), 1);
  }

  private void appendElsewhere() {
    try (Dataset dataset = Dataset.open().allocator(lab.allocator()).uri(uri).build();
        Transaction transaction =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .operation(Append.builder().fragments(lab.stage(uri, 1)).build())
                .build()) {
      new CommitBuilder(dataset).execute(transaction).close();
    }
  }

  private long found() {
    try (Dataset newest = followed.open()) {
      assertThat(newest.version()).isEqualTo(newest.latestVersion());
      return newest.version();
    }
  }

  @Test
  void aChainThatStoodStillMovedOnceOrMovedFarIsFollowedToItsEnd() {
    assertThat(found()).isEqualTo(1);
    assertThat(found()).isEqualTo(1);
    long version = 1;
    for (int moves : new int[] {1, 0, 2, 15, 16, 17, 40}) {
      for (int i = 0; i < moves; i++) {
        appendElsewhere();
      }
      version += moves;
      assertThat(found()).as("after %d more", moves).isEqualTo(version);
    }
  }

  @Test
  void aChainThatBeganAgainIsListed() {
    appendElsewhere();
    appendElsewhere();
    assertThat(found()).isEqualTo(3);
    StorageLab.deleteTree(Path.of(uri));
    Dataset.write().allocator(lab.allocator()).uri(uri).schema(StorageLab.SCHEMA).execute().close();
    assertThat(found()).isEqualTo(1);
  }

  @Test
  void aChainThatIsGoneIsAnErrorAndNotAnOldVersion() {
    assertThat(found()).isEqualTo(1);
    StorageLab.deleteTree(Path.of(uri));
    assertThatThrownBy(followed::open).hasMessageContaining(uri.substring(1));
  }
}
