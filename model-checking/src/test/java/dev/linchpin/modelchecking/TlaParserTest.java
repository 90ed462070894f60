package dev.linchpin.modelchecking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class TlaParserTest {
  @Test
  void aStateAsTlcPrintsItIsRead() {
    SortedMap<String, TlaValue> state =
        TlaParser.state(
            """
            /\\ hist = [ t1 |->
                  << [ by |-> "A", content |-> {} ],
                     [by |-> "B", content |-> {"A", "B"}] >>,
              t2 |-> <<>> ]
            /\\ n = -3
            /\\ f = (1 :> TRUE @@ 2 :> m1)
            """);

    assertThat(state.get("hist"))
        .hasToString("[t1: <[by: A, content: {}], [by: B, content: {A, B}]>, t2: <>]");
    assertThat(state.get("n")).hasToString("-3");
    assertThat(state.get("f")).hasToString("[1: TRUE, 2: m1]");
  }

  @Test
  void aTextThatIsNoStateIsRefusedWithThePlaceWhereItEndsToBeOne() {
    assertThatThrownBy(() -> TlaParser.state("/\\ x = [a |-> 1, b 2]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected '|->' at \"2]\"");
  }
}
