package dev.linchpin.lance.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lance.Dataset;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.lance.operation.Append;

/** Which Arrow types come back as they went in, which are turned away, and when. */
class TypeRoundTripTest {
  private static final int ROWS = 5;

  @RegisterExtension final LanceLab lab = new LanceLab();

  static Stream<Field> storedTypes() {
    List<ArrowType> scalars = new ArrayList<>();
    for (int width : new int[] {8, 16, 32, 64}) {
      scalars.add(new ArrowType.Int(width, true));
      scalars.add(new ArrowType.Int(width, false));
    }
    for (FloatingPointPrecision precision : FloatingPointPrecision.values()) {
      scalars.add(new ArrowType.FloatingPoint(precision));
    }
    for (TimeUnit unit : TimeUnit.values()) {
      scalars.add(new ArrowType.Timestamp(unit, null));
      scalars.add(new ArrowType.Timestamp(unit, "UTC"));
      scalars.add(new ArrowType.Timestamp(unit, "Europe/Berlin"));
      scalars.add(new ArrowType.Duration(unit));
    }
    for (DateUnit unit : DateUnit.values()) {
      scalars.add(new ArrowType.Date(unit));
    }
    scalars.add(new ArrowType.Time(TimeUnit.SECOND, 32));
    scalars.add(new ArrowType.Time(TimeUnit.MILLISECOND, 32));
    scalars.add(new ArrowType.Time(TimeUnit.MICROSECOND, 64));
    scalars.add(new ArrowType.Time(TimeUnit.NANOSECOND, 64));
    scalars.add(new ArrowType.Decimal(10, 2, 128));
    scalars.add(new ArrowType.Decimal(38, 4, 128));
    scalars.add(new ArrowType.Decimal(76, 6, 256));
    scalars.add(ArrowType.Bool.INSTANCE);
    scalars.add(ArrowType.Utf8.INSTANCE);
    scalars.add(ArrowType.LargeUtf8.INSTANCE);
    scalars.add(ArrowType.Binary.INSTANCE);
    scalars.add(ArrowType.LargeBinary.INSTANCE);
    scalars.add(new ArrowType.FixedSizeBinary(3));
    scalars.add(ArrowType.Null.INSTANCE);
    Stream<Field> lists =
        Stream.of(
                new ArrowType.Int(32, true),
                ArrowType.Utf8.INSTANCE,
                ArrowType.Bool.INSTANCE,
                new ArrowType.Decimal(38, 4, 128),
                new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"))
            .flatMap(
                element ->
                    Stream.of(
                        nullable("v", ArrowType.List.INSTANCE, nullable("item", element)),
                        nullable("v", ArrowType.LargeList.INSTANCE, nullable("item", element))));
    Stream<Field> vectors =
        Stream.of(FloatingPointPrecision.values())
            .flatMap(
                precision ->
                    Stream.of(1, 3, 4)
                        .map(
                            size ->
                                nullable(
                                    "v",
                                    new ArrowType.FixedSizeList(size),
                                    nullable("item", new ArrowType.FloatingPoint(precision)))));
    return Stream.concat(
        scalars.stream().map(type -> nullable("v", type)), Stream.concat(lists, vectors));
  }

  @ParameterizedTest
  @MethodSource("storedTypes")
  void aStoredTypeComesBackEqualInSchemaValuesAndNulls(Field field) throws Exception {
    Schema schema = new Schema(List.of(field));
    Dataset table = lab.create(lab.uri("t.lance"), schema);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, lab.allocator())) {
      root.allocateNew();
      SampleValues.fill(root.getVector(0), ROWS);
      root.setRowCount(ROWS);
      List<String> written = values(root.getVector(0));

      table = lab.commit(table, Append.builder().fragments(lab.stage(table.uri(), root)).build());

      assertThat(lab.openHead(table.uri()).getSchema()).isEqualTo(schema);
      assertThat(scan(table, schema)).isEqualTo(written);
    }
  }

  @Test
  void theSampleHoldsNullsAndDifferentValues() {
    try (VectorSchemaRoot root =
        VectorSchemaRoot.create(
            new Schema(List.of(nullable("v", ArrowType.Utf8.INSTANCE))), lab.allocator())) {
      root.allocateNew();
      SampleValues.fill(root.getVector(0), ROWS);

      assertThat(values(root.getVector(0)))
          .startsWith("null")
          .endsWith("null")
          .satisfies(values -> assertThat(new HashSet<>(values)).hasSize(ROWS - 1));
    }
  }

  static Stream<ArrowType> refusedTypes() {
    return Stream.concat(
        Stream.of(ArrowType.Utf8View.INSTANCE, ArrowType.BinaryView.INSTANCE),
        Stream.of(IntervalUnit.values()).map(ArrowType.Interval::new));
  }

  @ParameterizedTest
  @MethodSource("refusedTypes")
  void aTypeThatLanceDoesNotKnowIsRefusedAtCreation(ArrowType type) {
    Schema schema = new Schema(List.of(nullable("v", type)));

    assertThatThrownBy(() -> lab.create(lab.uri("t.lance"), schema))
        .isExactlyInstanceOf(RuntimeException.class)
        .hasMessageStartingWith("LanceError(Schema): Unsupported data type: ");
    assertThatThrownBy(() -> lab.openHead(lab.uri("t.lance"))).hasMessageContaining("not found");
  }

  @Test
  void aMapIsRefusedOnlyWhenItIsWritten() {
    Field key = new Field("key", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null);
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(key, nullable("value", new ArrowType.Int(32, true))));
    Schema schema = new Schema(List.of(nullable("v", new ArrowType.Map(false), entries)));
    Dataset table = lab.create(lab.uri("t.lance"), schema);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, lab.allocator())) {
      root.allocateNew();
      root.setRowCount(1);

      assertThatThrownBy(() -> lab.stage(table.uri(), root))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("Map data type is only supported in Lance file format 2.2+");
    }
  }

  private static Field nullable(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  @SuppressWarnings("try") // LanceScanner.close may throw anything, and so may this test
  private List<String> scan(Dataset table, Schema schema) throws Exception {
    List<String> found = new ArrayList<>();
    try (LanceScanner scanner = table.newScan(new ScanOptions.Builder().build());
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(schema);
        found.addAll(values(reader.getVectorSchemaRoot().getVector(0)));
      }
    }
    return found;
  }

  private static List<String> values(FieldVector vector) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Object value = vector.getObject(i);
      values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : "" + value);
    }
    return values;
  }
}
