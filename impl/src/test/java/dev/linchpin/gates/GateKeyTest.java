package dev.linchpin.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.TableId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GateKeyTest {
  /** Seed section 4.3: claims, schema control, branch control, tables; each kind by its text. */
  private static final List<GateKey> IN_ORDER =
      List.of(
          new GateKey.GlobalClaim("a"),
          new GateKey.GlobalClaim("b"),
          new GateKey.SchemaControl(),
          new GateKey.BranchControl("main"),
          new GateKey.BranchControl("review"),
          new GateKey.TableGate("a", new TableId("z")),
          new GateKey.TableGate("main", new TableId("a")),
          new GateKey.TableGate("main", new TableId("b")),
          new GateKey.TableGate("main2", new TableId("a")));

  @Test
  void theOrderIsTotalAndThatOfTheProtocol() {
    for (int i = 0; i < IN_ORDER.size(); i++) {
      for (int j = 0; j < IN_ORDER.size(); j++) {
        assertThat(Integer.signum(IN_ORDER.get(i).compareTo(IN_ORDER.get(j))))
            .as(IN_ORDER.get(i) + " against " + IN_ORDER.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void anyShuffleSortsToTheSameOrder() {
    for (long seed = 0; seed < 200; seed++) {
      List<GateKey> shuffled = new ArrayList<>(IN_ORDER);
      Collections.shuffle(shuffled, new Random(seed));
      Collections.sort(shuffled);
      assertThat(shuffled).isEqualTo(IN_ORDER);
    }
  }

  @Test
  void equalKeysCompareEqualSoThatOneLockProtectsThem() {
    GateKey one = new GateKey.TableGate("main", new TableId("a"));
    GateKey same = new GateKey.TableGate("main", new TableId("a"));
    assertThat(one).isEqualByComparingTo(same).isEqualTo(same).hasSameHashCodeAs(same);
  }
}
