package dev.linchpin.lance.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;

/**
 * Inputs that do not fail but end the process. Linchpin has to turn each away before Lance sees it;
 * a case that stops being fatal turns red here and its guard may go.
 */
class FatalInputsTest {
  @RegisterExtension final LanceLab lab = new LanceLab();

  @ParameterizedTest
  @EnumSource
  void theProcessEndsAsExpected(Input input) throws Exception {
    ChildJvm child = ChildJvm.start(lab.directory(), Main.class, input.name());

    ChildJvm.Result ended = child.await();

    if (input.fatal) {
      assertThat(ended.exitCode()).as(ended.output()).isGreaterThan(128);
      assertThat(ended.output()).contains("given to Lance").doesNotContain("survived");
    } else {
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(ended.output()).contains("survived");
    }
  }

  /** The child. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      try (LanceLab lab = LanceLab.open()) {
        Dataset table = lab.create(lab.uri("t.lance"));
        System.out.println("given to Lance");
        Input.valueOf(args[0]).give(lab, table);
        System.out.println("survived");
      }
    }
  }

  enum Input {
    FILTER_OF_200_ALTERNATIVES(false) {
      @Override
      void give(LanceLab lab, Dataset table) {
        table.countRows(alternatives(200));
      }
    },
    FILTER_OF_5000_ALTERNATIVES(true) {
      @Override
      void give(LanceLab lab, Dataset table) {
        table.countRows(alternatives(5000));
      }
    },
    FIXED_SIZE_LIST_OF_TEXT(true) {
      @Override
      void give(LanceLab lab, Dataset table) {
        writeLists(lab, 2, ArrowType.Utf8.INSTANCE);
      }
    },
    FIXED_SIZE_LIST_OF_NO_ELEMENTS(true) {
      @Override
      void give(LanceLab lab, Dataset table) {
        writeLists(lab, 0, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE));
      }
    },
    OVERWRITE_OBJECT_EXECUTED_TWICE(true) {
      @Override
      void give(LanceLab lab, Dataset table) {
        Transaction once =
            LanceLab.transaction(
                table.version(),
                UUID.randomUUID().toString(),
                lab.overwriting(table, Row.rows(0, 1, "a")));
        new CommitBuilder(table).maxRetries(0).execute(once).close();
        new CommitBuilder(table).maxRetries(0).execute(once).close();
      }
    };

    private final boolean fatal;

    Input(boolean fatal) {
      this.fatal = fatal;
    }

    abstract void give(LanceLab lab, Dataset table);

    private static String alternatives(int count) {
      return IntStream.range(0, count)
          .mapToObj(i -> "name = 'n" + i + "'")
          .collect(Collectors.joining(" OR "));
    }

    private static void writeLists(LanceLab lab, int size, ArrowType element) {
      Field item = new Field("item", FieldType.nullable(element), null);
      ArrowType list = new ArrowType.FixedSizeList(size);
      Schema schema = new Schema(List.of(new Field("v", FieldType.nullable(list), List.of(item))));
      String uri = lab.uri("other.lance");
      lab.create(uri, schema);
      try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, lab.allocator())) {
        root.allocateNew();
        FixedSizeListVector lists = (FixedSizeListVector) root.getVector(0);
        for (int i = 0; i < 3; i++) {
          lists.setNotNull(i);
        }
        if (lists.getDataVector() instanceof VarCharVector texts) {
          for (int i = 0; i < 3 * size; i++) {
            texts.setSafe(i, ("text" + i).getBytes(StandardCharsets.UTF_8));
          }
        }
        lists.setValueCount(3);
        root.setRowCount(3);
        lab.stage(uri, root);
      }
    }
  }
}
