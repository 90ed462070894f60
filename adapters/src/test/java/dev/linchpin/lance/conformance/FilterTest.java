package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.updating;
import static dev.linchpin.lance.conformance.Row.row;
import static dev.linchpin.lance.conformance.Row.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.ipc.ScanOptions;

/** The language of scan filters, as far as Linchpin writes it. */
class FilterTest {
  private static final List<String> TEXTS =
      List.of(
          "plain", "it's", "\"quoted\"", "back\\slash", "100%", "", "é", "new\nline", "-- x", "';");

  @RegisterExtension final LanceLab lab = new LanceLab();

  @Test
  void aTextInSingleQuotesWithThemDoubledMeansExactlyItself() throws Exception {
    Dataset table =
        lab.append(
            lab.create(lab.uri("t.lance")),
            IntStream.range(0, TEXTS.size()).mapToObj(i -> row(i, TEXTS.get(i))).toList());

    for (String text : TEXTS) {
      assertThat(Scans.columnWhere(table, "name", "`name` = " + literal(text)))
          .containsExactly(text);
    }
  }

  @Test
  void anIdentifierInDoubleQuotesIsSilentlyAText() throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 2, "a"));

    assertThat(Scans.columnWhere(table, "name", "\"name\" = 'a1'")).isEmpty();
    assertThat(Scans.columnWhere(table, "name", "`name` = 'a1'")).containsExactly("a1");
  }

  @Test
  void tenThousandKeysFitInOneList() throws Exception {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 30_000, "k"));
    String keys =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "'k" + 3 * i + "'")
            .collect(Collectors.joining(","));

    assertThat(Scans.columnWhere(table, "id", "`name` IN (" + keys + ")"))
        .hasSize(10_000)
        .startsWith("0", "3", "6");
  }

  @Test
  void aFilteredRowKeepsItsPhysicalAddress() {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 5, "a"));
    FragmentMetadata deleted = table.getFragments().get(0).deleteRows(List.of(0, 1));
    table = lab.commit(table, updating(List.of(), List.of(deleted), List.of()));

    assertThat(
            lab.located(
                table,
                new ScanOptions.Builder().filter("id IN (1, 3)").withRowAddress(true).build()))
        .singleElement()
        .satisfies(found -> assertThat(found.address()).isEqualTo(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nosuch = 1", "name = = 'x'", "name = 5", "", "(((", "nosuch("})
  void aBadFilterIsAnArgumentErrorThatSaysSo(String filter) {
    Dataset table = lab.append(lab.create(lab.uri("t.lance")), rows(0, 1, "a"));

    assertThatThrownBy(() -> Scans.columnWhere(table, "name", filter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid user input: ");
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
