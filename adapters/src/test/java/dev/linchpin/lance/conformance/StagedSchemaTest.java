package dev.linchpin.lance.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.WriteParams;
import org.lance.operation.Append;

/** What Lance checks of staged data against the table, and what it leaves to its caller. */
class StagedSchemaTest {
  private static final Field ID = LanceLab.SCHEMA.findField("id");
  private static final Field NAME = LanceLab.SCHEMA.findField("name");

  @RegisterExtension final LanceLab lab = new LanceLab();

  static Stream<Schema> strangers() {
    return Stream.of(
        new Schema(List.of(NAME, ID)),
        new Schema(List.of(ID)),
        new Schema(
            List.of(new Field("id", FieldType.notNullable(new ArrowType.Bool()), null), NAME)));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void dataOfAnotherShapeIsCommittedUncheckedAndBreaksTheTable(Schema stranger) {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), Row.rows(0, 2, "a"));
    List<FragmentMetadata> staged = stageOneRow(table.uri(), stranger);

    Dataset broken = lab.commit(table, Append.builder().fragments(staged).build());

    assertThat(broken.version()).isEqualTo(table.version() + 1);
    assertThatThrownBy(() -> lab.read(broken)).isInstanceOf(LanceLab.ScanFailed.class);
  }

  @Test
  void aNullInARequiredColumnIsRefusedIfTheBatchCallsItRequired() {
    Dataset table = lab.create(lab.uri("t.lance"));

    assertThatThrownBy(() -> stageNullId(table.uri(), LanceLab.SCHEMA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("contained null values even though the field is marked non-null");
  }

  @Test
  void aNullInARequiredColumnGetsInIfTheBatchCallsItOptionalAndBreaksTheTable() {
    Dataset table = lab.create(lab.uri("t.lance"));
    Field optional = new Field("id", FieldType.nullable(ID.getType()), null);
    List<FragmentMetadata> staged = stageNullId(table.uri(), new Schema(List.of(optional, NAME)));

    Dataset broken = lab.commit(table, Append.builder().fragments(staged).build());

    assertThatThrownBy(() -> lab.read(broken)).isInstanceOf(LanceLab.ScanFailed.class);
  }

  @Test
  void fieldIdsOfStagedDataCountItsColumns() {
    Dataset table = lab.create(lab.uri("t.lance"));

    FragmentMetadata staged = lab.stage(table.uri(), Row.rows(0, 1, "a")).get(0);

    assertThat(staged.getFiles()).hasSize(1);
    assertThat(staged.getFiles().get(0).getFields()).containsExactly(0, 1);
  }

  @Test
  void aStreamIsStagedAsFragmentsOfAtMostTheAskedForRows() throws Exception {
    Dataset table = lab.create(lab.uri("t.lance"));
    WriteParams fiveRows = new WriteParams.Builder().withMaxRowsPerFile(5).build();

    List<FragmentMetadata> staged =
        stageStream(table.uri(), new CountingReader(lab, 3, 4), fiveRows);

    assertThat(staged).extracting(FragmentMetadata::getPhysicalRows).containsExactly(5L, 5L, 2L);
    Dataset filled = lab.commit(table, Append.builder().fragments(staged).build());
    assertThat(lab.read(filled)).isEqualTo(Row.rows(0, 12, "n"));
  }

  @Test
  void aStreamWithoutRowsStagesNothing() throws Exception {
    Dataset table = lab.create(lab.uri("t.lance"));
    WriteParams defaults = new WriteParams.Builder().build();

    assertThat(stageStream(table.uri(), new CountingReader(lab, 0, 4), defaults)).isEmpty();
    assertThat(stageStream(table.uri(), new CountingReader(lab, 2, 0), defaults)).isEmpty();
  }

  @Test
  void aReaderThatFailsSpeaksThroughLance() {
    Dataset table = lab.create(lab.uri("t.lance"));
    WriteParams defaults = new WriteParams.Builder().build();

    assertThatThrownBy(
            () -> stageStream(table.uri(), CountingReader.failing(lab, "no more input"), defaults))
        .isExactlyInstanceOf(RuntimeException.class)
        .hasMessageContaining("no more input");
    assertThat(table.latestVersion()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_rowid", "_rowaddr", "a.b"})
  void aReservedNameIsRefusedAtCreation(String name) {
    assertThatThrownBy(() -> lab.create(lab.uri("t.lance"), textColumn(name)))
        .hasMessageMatching("(?s).*(is a reserved name|cannot contain `\\.`).*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "back`tick"})
  void anUnreadableNameIsAcceptedAtCreation(String name) {
    Dataset table = lab.create(lab.uri("t.lance"), textColumn(name));

    assertThatThrownBy(() -> Scans.columnWhere(table, name, "true"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "select", "quo\"te", "é", "Key"})
  void aStrangeButReadableNameWorks(String name) throws Exception {
    Dataset table = lab.create(lab.uri("t.lance"), textColumn(name));

    assertThat(Scans.columnWhere(table, name, "`" + name + "` = 'x'")).isEmpty();
  }

  private static Schema textColumn(String name) {
    return new Schema(List.of(new Field(name, FieldType.nullable(ArrowType.Utf8.INSTANCE), null)));
  }

  private List<FragmentMetadata> stageOneRow(String uri, Schema schema) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, lab.allocator())) {
      root.allocateNew();
      root.getFieldVectors().forEach(vector -> SampleValues.set(vector, 0));
      root.setRowCount(1);
      return lab.stage(uri, root);
    }
  }

  private List<FragmentMetadata> stageNullId(String uri, Schema schema) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, lab.allocator())) {
      root.allocateNew();
      ((BigIntVector) root.getVector("id")).setNull(0);
      ((VarCharVector) root.getVector("name")).setSafe(0, new byte[] {'x'});
      root.setRowCount(1);
      return lab.stage(uri, root);
    }
  }

  private List<FragmentMetadata> stageStream(String uri, CountingReader rows, WriteParams params)
      throws Exception {
    try (rows;
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(lab.allocator())) {
      Data.exportArrayStream(lab.allocator(), rows, stream);
      return Fragment.write()
          .datasetUri(uri)
          .allocator(lab.allocator())
          .data(stream)
          .writeParams(params)
          .execute();
    }
  }
}
