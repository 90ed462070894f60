package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.transaction;
import static dev.linchpin.lance.conformance.LanceLab.updating;
import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lance.Dataset;
import org.lance.operation.Delete;
import org.lance.operation.Operation;
import org.lance.operation.Restore;
import org.lance.operation.UpdateConfig;
import org.lance.operation.UpdateMap;

/**
 * What becomes of a commit that is read at version 3 when another one has landed at version 4 in
 * the meantime. {@code LanceSubstrate} of the specification assumes exactly this table.
 */
class ConflictMatrixTest {
  /** Rows: mine, stale. Columns: the other, already there. */
  private static final String MATRIX =
      """
      MINE          APPEND OVERWRITE    RESTORE      ADD_ROWS DROP_FIRST DELETE_IN_FIRST DELETE_IN_SECOND DELETE_OP CONFIG
      APPEND        lands  incompatible incompatible lands    lands      lands           lands            lands     lands
      OVERWRITE     lands  retryable    lands        lands    lands      lands           lands            lands     lands
      RESTORE       lands  lands        lands        lands    lands      lands           lands            lands     lands
      ADD_ROWS      lands  incompatible incompatible lands    lands      lands           lands            lands     lands
      DROP_FIRST    lands  incompatible incompatible lands    retryable  retryable       lands            retryable lands
      DELETE_IN_FIRST  lands incompatible incompatible lands  retryable  retryable       lands            retryable lands
      DELETE_IN_SECOND lands incompatible incompatible lands  lands      lands           retryable        lands     lands
      DELETE_OP     lands  incompatible incompatible lands    retryable  retryable       lands            retryable lands
      CONFIG        lands  lands        lands        lands    lands      lands           lands            lands     incompatible
      """;

  @RegisterExtension final LanceLab lab = new LanceLab();

  /**
   * Every cell without retries, and once more with twenty where retries could be thought to help.
   */
  static Stream<Arguments> cells() {
    List<List<String>> table =
        MATRIX.lines().map(line -> List.of(line.strip().split("\\s+"))).toList();
    List<String> others = table.get(0);
    List<Arguments> cells = new ArrayList<>();
    for (List<String> line : table.subList(1, table.size())) {
      for (int i = 1; i < others.size(); i++) {
        Kind mine = Kind.valueOf(line.get(0));
        Kind other = Kind.valueOf(others.get(i));
        cells.add(Arguments.of(mine, other, 0, line.get(i)));
        if (!line.get(i).equals("lands")) {
          cells.add(Arguments.of(mine, other, 20, line.get(i)));
        }
      }
    }
    return cells.stream();
  }

  @ParameterizedTest(name = "{0} after {1} with {2} retries: {3}")
  @MethodSource("cells")
  void aStaleCommitMeetsWhatTheMatrixSays(Kind mine, Kind other, int retries, String expected) {
    Dataset base = tableOfTwoFragments();
    Operation late = mine.against(lab, base);
    lab.commit(base, other.against(lab, base));
    String uuid = UUID.randomUUID().toString();

    Throwable refusal =
        catchThrowable(() -> lab.commit(base, transaction(base.version(), uuid, late), retries));

    Dataset head = lab.openHead(base.uri());
    if (expected.equals("lands")) {
      assertThat(refusal).isNull();
      assertThat(head.version()).isEqualTo(base.version() + 2);
      assertThat(head.readTransaction().orElseThrow().uuid()).isEqualTo(uuid);
    } else {
      assertThat(refusal)
          .isExactlyInstanceOf(RuntimeException.class)
          .hasMessageStartingWith(
              expected.equals("retryable")
                  ? "Retryable commit conflict for version 4: This "
                  : "Incompatible transaction: This ")
          .hasMessageContaining(" at version 4.");
      assertThat(head.version()).isEqualTo(base.version() + 1);
    }
  }

  @Test
  void everyKindMeetsEveryKind() {
    assertThat(cells().filter(cell -> cell.get()[2].equals(0)))
        .hasSize(Kind.values().length * Kind.values().length);
    assertThat(MATRIX.lines().skip(1).map(line -> line.split("\\s+")[0]))
        .containsExactlyElementsOf(Arrays.stream(Kind.values()).map(Kind::name).toList());
  }

  private Dataset tableOfTwoFragments() {
    Dataset empty = lab.create(lab.uri("t.lance"));
    return lab.append(lab.append(empty, rows(0, 3, "a")), rows(10, 3, "b"));
  }

  enum Kind {
    APPEND {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return lab.appending(base, rows(100, 1, "x"));
      }
    },
    OVERWRITE {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return lab.overwriting(base, rows(200, 1, "x"));
      }
    },
    RESTORE {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return new Restore.Builder().version(1).build();
      }
    },
    ADD_ROWS {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return updating(List.of(), List.of(), lab.stage(base.uri(), rows(300, 1, "x")));
      }
    },
    DROP_FIRST {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return updating(List.of(0L), List.of(), lab.stage(base.uri(), rows(300, 1, "x")));
      }
    },
    DELETE_IN_FIRST {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return updating(
            List.of(), List.of(base.getFragments().get(0).deleteRows(List.of(0))), List.of());
      }
    },
    DELETE_IN_SECOND {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return updating(
            List.of(), List.of(base.getFragments().get(1).deleteRows(List.of(1))), List.of());
      }
    },
    DELETE_OP {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        return Delete.builder()
            .updatedFragments(List.of(base.getFragments().get(0).deleteRows(List.of(2))))
            .deletedFragmentIds(List.of())
            .predicate("id = 2")
            .build();
      }
    },
    CONFIG {
      @Override
      Operation against(LanceLab lab, Dataset base) {
        Map<String, String> entry = Map.of("key", UUID.randomUUID().toString());
        return UpdateConfig.builder()
            .configUpdates(UpdateMap.builder().updates(entry).replace(false).build())
            .build();
      }
    };

    abstract Operation against(LanceLab lab, Dataset base);
  }
}
