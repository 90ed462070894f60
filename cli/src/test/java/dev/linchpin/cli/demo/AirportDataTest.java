package dev.linchpin.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.Row;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AirportDataTest {
  @Test
  void everyRowOfTheSourceIsThereQuotedCommasIncluded() {
    List<Row> airports = AirportData.airports();
    assertThat(airports).hasSize(3376);
    assertThat(AirportData.routes()).hasSize(5366);
    assertThat(airports)
        .filteredOn(row -> row.string("iata").equals("DBN"))
        .extracting(row -> row.string("name"))
        .containsExactly("W. H. \"Bud\" Barron");
    assertThat(airports).filteredOn(row -> row.string("name").contains(",")).hasSize(7);
  }

  @Test
  void everyRouteEndsAtAnAirport() {
    Set<String> keys =
        AirportData.airports().stream().map(row -> row.string("iata")).collect(Collectors.toSet());
    assertThat(AirportData.routes())
        .allMatch(row -> keys.contains(row.string("from")) && keys.contains(row.string("to")));
  }
}
