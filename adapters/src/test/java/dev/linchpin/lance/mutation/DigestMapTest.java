package dev.linchpin.lance.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.schema.PropertyType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;

class DigestMapTest {
  /** Few distinct numbers, so that digests repeat and share their slots. */
  @Property(tries = 200)
  void itIsAMapWhateverTheOrderOfPutsAndHoweverOftenItGrows(
      @ForAll @Size(max = 400) List<@LongRange(min = 0, max = 300) Long> numbers) {
    DigestMap map = new DigestMap();
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < numbers.size(); i++) {
      long number = numbers.get(i);
      Integer earlier = model.putIfAbsent(number, i);
      int found = map.putIfAbsent(number, number % 7, i);
      assertThat(found).isEqualTo(earlier == null ? DigestMap.ABSENT : earlier);
    }
    assertThat(map.size()).isEqualTo(model.size());
    int occupied = 0;
    for (int slot = 0; slot < map.capacity(); slot++) {
      if (map.occupied(slot)) {
        occupied++;
        assertThat(map.value(slot)).isEqualTo(model.get(map.high(slot)));
        assertThat(map.find(map.high(slot), map.low(slot))).isEqualTo(slot);
      }
    }
    assertThat(occupied).isEqualTo(model.size());
    assertThat(map.find(999, 999)).isEqualTo(-1);
  }

  @Example
  void equalTextsHaveOneDigestAndOthersHaveOthersWhateverTheirLength() {
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector column =
            (VarCharVector) PropertyType.UTF8.field("k").createVector(allocator)) {
      String[] texts = {"", "a", "b", "x".repeat(5_000), "x".repeat(5_001), "a"};
      column.allocateNew();
      for (int row = 0; row < texts.length; row++) {
        PropertyType.UTF8.write(column, row, texts[row]);
      }
      column.setValueCount(texts.length);
      DigestMap map = new DigestMap();
      KeyDigester digester = new KeyDigester();
      for (int row = 0; row < texts.length; row++) {
        map.putIfAbsent(digester.of(column, row), row);
      }
      assertThat(map.size()).isEqualTo(5);
      assertThat(map.get(digester.of(column, 5))).isEqualTo(1);
      map.add(digester.of(column, 2), 40);
      assertThat(map.get(digester.of(column, 2))).isEqualTo(42);
    }
  }
}
