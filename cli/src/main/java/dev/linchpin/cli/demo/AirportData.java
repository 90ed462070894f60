package dev.linchpin.cli.demo;

import dev.linchpin.lance.Row;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** US airports and the routes between them; where they are from is said next to the files. */
final class AirportData {
  /** The node type. */
  static final String AIRPORT = "Airport";

  /** The edge type. */
  static final String ROUTE = "Route";

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

  private AirportData() {}

  static GraphSchema schema() {
    return GraphSchema.builder()
        .node(
            AIRPORT,
            "iata",
            PropertyType.UTF8,
            type ->
                type.required("name", PropertyType.UTF8)
                    .optional("city", PropertyType.UTF8)
                    .optional("state", PropertyType.UTF8)
                    .optional("country", PropertyType.UTF8)
                    .required("latitude", PropertyType.FLOAT64)
                    .required("longitude", PropertyType.FLOAT64))
        .edge(ROUTE, AIRPORT, AIRPORT, type -> type.required("flights", PropertyType.INT64))
        .build();
  }

  static List<Row> airports() {
    return read(
        "airports.csv",
        record ->
            airport(
                record.get("iata"),
                record.get("name"),
                record.get("city"),
                record.get("state"),
                Double.parseDouble(record.get("latitude")),
                Double.parseDouble(record.get("longitude"))));
  }

  static List<Row> routes() {
    return read(
        "flights-airport.csv",
        record ->
            route(
                record.get("origin"),
                record.get("destination"),
                Long.parseLong(record.get("count"))));
  }

  static Row airport(
      String iata, String name, String city, String state, double latitude, double longitude) {
    return Row.of(
        "iata",
        iata,
        "name",
        name,
        "city",
        city,
        "state",
        state,
        "country",
        "USA",
        "latitude",
        latitude,
        "longitude",
        longitude);
  }

  /** A route's identity says where it is from and where it went at first. */
  static Row route(String from, String to, long flights) {
    return Row.of("id", from + "-" + to, "from", from, "to", to, "flights", flights);
  }

  private static List<Row> read(String file, Function<CSVRecord, Row> parse) {
    try (InputStream in = AirportData.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the build has not packaged " + file);
      }
      List<Row> rows = new ArrayList<>();
      Reader text = new InputStreamReader(in, StandardCharsets.UTF_8);
      FORMAT.parse(text).forEach(record -> rows.add(parse.apply(record)));
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
