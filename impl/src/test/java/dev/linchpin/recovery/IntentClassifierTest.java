package dev.linchpin.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.EffectMovement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The recovery truth table, every combination. The expectation is written as a table of text: one
 * column for each set of movements, one row for each combination of the four facts. A combination
 * without a cell is a failure, so there is no default.
 */
class IntentClassifierTest {
  /**
   * Columns: the worst movement that the set contains, in the order of {@link #column}. Cells: C
   * converge, F roll forward, B roll back, E abort empty, R refuse.
   *
   * <p>none = only NONE; comp = COMPENSATED (and NONE); own = OWN_AT_HEAD without anything worse;
   * alien = FOREIGN or UNVERIFIABLE, no own effect; own+alien = OWN_AT_HEAD with those; buried =
   * OWN_BURIED among whatever else.
   */
  private static final String TABLE =
      """
      visible incarnation confirmed  authority | none comp own alien own+alien buried
      visible same        confirmed  unchanged |  C    C    C   C      C        C
      visible same        confirmed  changed   |  C    C    C   C      C        C
      visible same        armed      unchanged |  C    C    C   C      C        C
      visible same        armed      changed   |  C    C    C   C      C        C
      visible other       confirmed  unchanged |  C    C    C   C      C        C
      visible other       confirmed  changed   |  C    C    C   C      C        C
      visible other       armed      unchanged |  C    C    C   C      C        C
      visible other       armed      changed   |  C    C    C   C      C        C
      hidden  same        confirmed  unchanged |  F    F    F   F      F        F
      hidden  same        confirmed  changed   |  E    B    B   R      R        R
      hidden  same        armed      unchanged |  E    B    B   R      R        R
      hidden  same        armed      changed   |  E    B    B   R      R        R
      hidden  other       confirmed  unchanged |  -    -    -   -      -        -
      hidden  other       confirmed  changed   |  E    B    R   R      R        R
      hidden  other       armed      unchanged |  -    -    -   -      -        -
      hidden  other       armed      changed   |  E    B    R   R      R        R
      """;

  private static final List<String> COLUMNS =
      List.of("none", "comp", "own", "alien", "own+alien", "buried");

  private static String column(Set<EffectMovement> movements) {
    boolean own = movements.contains(EffectMovement.OWN_AT_HEAD);
    boolean alien =
        movements.contains(EffectMovement.FOREIGN)
            || movements.contains(EffectMovement.UNVERIFIABLE);
    if (movements.contains(EffectMovement.OWN_BURIED)) {
      return "buried";
    } else if (own) {
      return alien ? "own+alien" : "own";
    } else if (alien) {
      return "alien";
    }
    return movements.contains(EffectMovement.COMPENSATED) ? "comp" : "none";
  }

  private static String expected(
      boolean visible,
      boolean same,
      boolean confirmed,
      boolean unchanged,
      Set<EffectMovement> movements) {
    String key =
        String.join(
            " ",
            visible ? "visible" : "hidden",
            same ? "same" : "other",
            confirmed ? "confirmed" : "armed",
            unchanged ? "unchanged" : "changed");
    for (String line : TABLE.lines().skip(1).toList()) {
      String[] halves = line.split("\\|");
      if (halves[0].trim().replaceAll(" +", " ").equals(key)) {
        String[] cells = halves[1].trim().split(" +");
        assertThat(cells).hasSize(COLUMNS.size());
        return cells[COLUMNS.indexOf(column(movements))];
      }
    }
    throw new AssertionError("the table has no row for " + key);
  }

  /** Every subset of one or two movements, and all of them together. */
  private static List<Set<EffectMovement>> movementSets() {
    List<Set<EffectMovement>> sets = new ArrayList<>();
    for (EffectMovement first : EffectMovement.values()) {
      for (EffectMovement second : EffectMovement.values()) {
        if (first.compareTo(second) <= 0) {
          sets.add(EnumSet.of(first, second));
        }
      }
    }
    sets.add(EnumSet.allOf(EffectMovement.class));
    return sets;
  }

  @Test
  void everyCombinationOfEvidenceHasItsVerdict() {
    int judged = 0;
    int impossible = 0;
    for (boolean visible : new boolean[] {true, false}) {
      for (boolean same : new boolean[] {true, false}) {
        for (boolean confirmed : new boolean[] {true, false}) {
          for (boolean unchanged : new boolean[] {true, false}) {
            for (Set<EffectMovement> movements : movementSets()) {
              String cell = expected(visible, same, confirmed, unchanged, movements);
              if (cell.equals("-")) {
                impossible++;
                continue;
              }
              Evidence evidence = new Evidence(visible, same, confirmed, unchanged, movements);
              assertThat(letter(IntentClassifier.classify(evidence)))
                  .as(evidence.toString())
                  .isEqualTo(cell);
              judged++;
            }
          }
        }
      }
    }
    assertThat(judged).isEqualTo(14 * 22);
    assertThat(impossible).isEqualTo(2 * 22);
  }

  /**
   * The branch incarnation is a member of every read set, so that "another incarnation, nothing
   * changed" cannot be gathered. Should it ever be, own effects are refused all the same.
   */
  @ParameterizedTest
  @CsvSource({"true,OWN_AT_HEAD", "true,OWN_BURIED", "false,OWN_AT_HEAD", "false,OWN_BURIED"})
  void anOwnEffectInAnotherLifeOfTheBranchIsNeverPublished(
      boolean confirmed, EffectMovement movement) {
    assertThat(
            IntentClassifier.classify(
                new Evidence(false, false, confirmed, true, List.of(movement))))
        .isEqualTo(Verdict.REFUSE);
  }

  @Test
  void theOrderAndNumberOfTablesDoNotMatter() {
    for (EffectMovement first : EffectMovement.values()) {
      for (EffectMovement second : EffectMovement.values()) {
        Set<Verdict> verdicts =
            Stream.of(List.of(first, second), List.of(second, first), List.of(first, second, first))
                .map(m -> IntentClassifier.classify(new Evidence(false, true, false, true, m)))
                .collect(Collectors.toSet());
        assertThat(verdicts).as(first + " and " + second).hasSize(1);
      }
    }
  }

  private static String letter(Verdict verdict) {
    return switch (verdict) {
      case CONVERGE -> "C";
      case ROLL_FORWARD -> "F";
      case ROLL_BACK -> "B";
      case ABORT_EMPTY -> "E";
      case REFUSE -> "R";
    };
  }
}
