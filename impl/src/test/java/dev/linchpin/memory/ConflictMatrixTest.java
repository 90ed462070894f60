package dev.linchpin.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The matrix that was measured on Lance, cell by cell. */
class ConflictMatrixTest {
  private static final Map<String, Staged> KINDS =
      Map.of(
          "Append", Staged.append("new"),
          "Overwrite", Staged.overwrite("new"),
          "Restore", new Staged(Staged.Kind.RESTORE, List.of(), List.of()),
          "UpdateNew", Staged.update(List.of(), List.of("new")),
          "UpdateF0", Staged.update(List.of("f0"), List.of("new")),
          "Config", new Staged(Staged.Kind.CONFIG, List.of(), List.of()));

  private static final String MATRIX =
      """
      mine      | Append Overwrite    Restore      UpdateNew UpdateF0  Config
      Append    | ok     incompatible incompatible ok        ok        ok
      Overwrite | ok     Retryable    ok           ok        ok        ok
      Restore   | ok     ok           ok           ok        ok        ok
      UpdateNew | ok     incompatible incompatible ok        ok        ok
      UpdateF0  | ok     incompatible incompatible ok        Retryable ok
      Config    | ok     ok           ok           ok        ok        incompatible
      """;

  @Test
  void everyPairConflictsAsItDoesOnLance() {
    List<String> lines = MATRIX.lines().toList();
    List<String> others = List.of(lines.get(0).split("\\|")[1].trim().split(" +"));
    int cells = 0;
    for (String line : lines.subList(1, lines.size())) {
      String mine = line.split("\\|")[0].trim();
      String[] expected = line.split("\\|")[1].trim().split(" +");
      for (int i = 0; i < expected.length; i++) {
        MemoryTable table = new MemoryTable();
        commit(table, 1, Staged.append("f0"));
        commit(table, 2, KINDS.get(others.get(i)));
        CommitResult result = commit(table, 2, KINDS.get(mine));
        String what = mine + " over " + others.get(i);
        if (expected[i].equals("ok")) {
          assertThat(result).as(what).isEqualTo(new CommitResult.Landed(4));
        } else {
          assertThat(result).as(what).isInstanceOf(CommitResult.Conflicted.class);
          assertThat(((CommitResult.Conflicted) result).reason()).as(what).contains(expected[i]);
          assertThat(table.head()).isEqualTo(3);
        }
        cells++;
      }
    }
    assertThat(cells).isEqualTo(36);
  }

  private static CommitResult commit(MemoryTable table, long read, Staged staged) {
    return table.commit(read, staged, v -> new TableCommit.ForeignCommit(v, "u" + v, "test"));
  }
}
