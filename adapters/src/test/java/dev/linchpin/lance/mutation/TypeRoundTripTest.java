package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.Row;
import dev.linchpin.lance.Snapshot;
import dev.linchpin.lance.schema.DecimalType;
import dev.linchpin.lance.schema.DurationType;
import dev.linchpin.lance.schema.FixedBytesType;
import dev.linchpin.lance.schema.FloatType;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.ListType;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.lance.schema.PropertyTypes;
import dev.linchpin.lance.schema.TimeType;
import dev.linchpin.lance.schema.TimestampType;
import dev.linchpin.lance.schema.VectorType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.TimeUnit;
import org.junit.jupiter.api.Test;

class TypeRoundTripTest {
  private static final Map<PropertyType, List<Object>> SAMPLES = samples();

  private static Map<PropertyType, List<Object>> samples() {
    Map<PropertyType, List<Object>> samples = new LinkedHashMap<>();
    samples.put(PropertyType.BOOL, List.of(true, false));
    samples.put(PropertyType.INT8, List.of(-128L, 127L));
    samples.put(PropertyType.INT16, List.of(-32768L, 32767L));
    samples.put(PropertyType.INT32, List.of((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE));
    samples.put(PropertyType.INT64, List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    samples.put(PropertyType.UINT8, List.of(0L, 255L));
    samples.put(PropertyType.UINT16, List.of(0L, 65535L));
    samples.put(PropertyType.UINT32, List.of(0L, 4294967295L));
    samples.put(
        PropertyType.UINT64, List.of(BigInteger.ZERO, new BigInteger("18446744073709551615")));
    samples.put(PropertyType.FLOAT16, List.of(-1.5f, 65504f));
    samples.put(PropertyType.FLOAT32, List.of(Float.MIN_VALUE, Float.NEGATIVE_INFINITY));
    samples.put(PropertyType.FLOAT64, List.of(Double.MAX_VALUE, Double.NaN));
    samples.put(PropertyType.UTF8, List.of("", "Zürich 'quoted' \\ \n `tick`"));
    samples.put(PropertyType.LARGE_UTF8, List.of("\u0000", "𝄞"));
    samples.put(PropertyType.BINARY, List.of(new byte[0], new byte[] {0, -1}));
    samples.put(PropertyType.LARGE_BINARY, List.of(new byte[] {1}, new byte[300]));
    samples.put(new FixedBytesType(3), List.of(new byte[] {1, 2, 3}, new byte[] {-1, 0, 1}));
    samples.put(
        new DecimalType(128, 38, 10),
        List.of(
            new BigDecimal("-9999999999999999999999999999.9999999999"),
            new BigDecimal("0.0000000000")));
    samples.put(
        new DecimalType(256, 76, 0), List.of(new BigDecimal("9".repeat(76)), BigDecimal.ONE));
    samples.put(PropertyType.DATE32, List.of(LocalDate.of(1582, 1, 1), LocalDate.of(9999, 1, 1)));
    samples.put(PropertyType.DATE64, List.of(LocalDate.of(1582, 1, 1), LocalDate.of(9999, 1, 1)));
    List<LocalTime> times =
        List.of(
            LocalTime.of(23, 59, 59),
            LocalTime.of(23, 59, 59, 999_000_000),
            LocalTime.of(23, 59, 59, 999_999_000),
            LocalTime.of(23, 59, 59, 999_999_999));
    int index = 0;
    for (TimeUnit unit : TimeUnit.values()) {
      int nanos = times.get(index).getNano();
      samples.put(new TimeType(unit), List.of(times.get(index), LocalTime.MIDNIGHT));
      samples.put(
          new TimestampType(unit, Optional.empty()),
          List.of(
              LocalDateTime.of(1700, 1, 1, 0, 0, 1, nanos),
              LocalDateTime.of(2200, 1, 1, 0, 0, 0, nanos)));
      samples.put(
          new TimestampType(unit, Optional.of("Europe/Berlin")),
          List.of(Instant.ofEpochSecond(-1, nanos), Instant.ofEpochSecond(4_000_000_000L, nanos)));
      samples.put(
          new DurationType(unit),
          List.of(Duration.ofSeconds(-5, nanos), Duration.ofDays(1000).plusNanos(nanos)));
      index++;
    }
    for (PropertyType scalar : List.copyOf(samples.keySet())) {
      List<Object> values = samples.get(scalar);
      List<Object> gap = Arrays.asList(values.get(0), null, values.get(1));
      samples.put(new ListType((PropertyType.Scalar) scalar, false), List.of(List.of(), gap));
      samples.put(
          new ListType((PropertyType.Scalar) scalar, true), List.of(gap, List.of(values.get(1))));
    }
    for (int dimension : new int[] {1, 3, 16}) {
      float[] narrow = new float[dimension];
      double[] wide = new double[dimension];
      Arrays.fill(narrow, 0.5f);
      Arrays.fill(wide, 1e300);
      samples.put(
          new VectorType(new FloatType(16), dimension), List.of(narrow, new float[dimension]));
      samples.put(
          new VectorType(new FloatType(32), dimension), List.of(narrow, new float[dimension]));
      samples.put(
          new VectorType(new FloatType(64), dimension), List.of(wide, new double[dimension]));
    }
    return samples;
  }

  @Test
  void everyTypeIsReadBackAsItWasInsertedAndSoIsAMissingValue() {
    GraphSchema.Builder builder = GraphSchema.builder();
    List<PropertyType> types = new ArrayList<>(SAMPLES.keySet());
    builder.node(
        "Thing",
        "id",
        PropertyType.INT64,
        t -> {
          for (int i = 0; i < types.size(); i++) {
            t.optional("p" + i, types.get(i));
          }
        });
    try (GraphFixture graph = new GraphFixture(builder.build())) {
      List<Row> rows = new ArrayList<>();
      for (int sample = 0; sample < 3; sample++) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("id", (long) sample);
        for (int i = 0; i < types.size(); i++) {
          // The row between the other two has no value at all.
          values.put("p" + i, sample == 1 ? null : SAMPLES.get(types.get(i)).get(sample / 2));
        }
        rows.add(Row.of(values));
      }
      graph.write(tx -> tx.insert("Thing", rows));
      try (Snapshot snapshot = graph.snapshot()) {
        for (int sample = 0; sample < 3; sample++) {
          Row found = snapshot.get("Thing", (long) sample).orElseThrow();
          for (int i = 0; i < types.size(); i++) {
            assertThat(Row.of("value", found.get("p" + i)))
                .as(types.get(i).text() + ", row " + sample)
                .isEqualTo(Row.of("value", rows.get(sample).get("p" + i)));
          }
          assertThat(found).isEqualTo(rows.get(sample));
        }
      }
    }
  }

  @Test
  void everyTypeThatIdentifiesIsAKeyThatIsFoundAgainAndCannotBeInsertedTwice() {
    for (Map.Entry<PropertyType, List<Object>> entry : SAMPLES.entrySet()) {
      if (!entry.getKey().identifies()) {
        continue;
      }
      GraphSchema schema =
          GraphSchema.builder()
              .node("Thing", "k", entry.getKey(), t -> t.optional("n", PropertyType.INT64))
              .build();
      try (GraphFixture graph = new GraphFixture(schema)) {
        Object first = entry.getValue().get(0);
        Object second = entry.getValue().get(1);
        graph.write(
            tx -> tx.insert("Thing", Row.of("k", first, "n", 1), Row.of("k", second, "n", 2)));
        graph.write(tx -> tx.upsert("Thing", Row.of("k", second, "n", 3)));
        graph.write(tx -> tx.delete("Thing", first));
        try (Snapshot snapshot = graph.snapshot()) {
          assertThat(snapshot.get("Thing", first)).as(entry.getKey().text()).isEmpty();
          assertThat(snapshot.get("Thing", second).flatMap(row -> row.integer("n")))
              .as(entry.getKey().text())
              .contains(3L);
          assertThat(snapshot.count("Thing")).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void everyTypeIsReadBackFromItsTextAndFromItsArrowField() {
    for (PropertyType type : SAMPLES.keySet()) {
      assertThat(PropertyTypes.parse(type.text())).isEqualTo(type);
      assertThat(PropertyTypes.of(type.field("any"))).contains(type);
    }
  }
}
