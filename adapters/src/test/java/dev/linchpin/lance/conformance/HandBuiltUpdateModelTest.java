package dev.linchpin.lance.conformance;

import static dev.linchpin.lance.conformance.LanceLab.fragments;
import static dev.linchpin.lance.conformance.LanceLab.overwriting;
import static dev.linchpin.lance.conformance.LanceLab.updating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.lance.conformance.LanceLab.Located;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.lance.Dataset;
import org.lance.FragmentMetadata;

/**
 * Random upserts, deletes and realignments, built by hand the way Linchpin's adapter builds them,
 * against a plain map. jqwik prints the seed of a failure; {@code @Property(seed = ...)} replays
 * it.
 */
class HandBuiltUpdateModelTest {
  /** One step on the table. */
  sealed interface Step {
    /** Writes these keys, new or not; {@code keep} hands their row ids on. */
    record Upsert(Set<Long> ids, boolean keep) implements Step {}

    /** Deletes these keys, there or not. */
    record Delete(Set<Long> ids) implements Step {}

    /** Goes back to the version of an earlier step. */
    record Realign(int back) implements Step {}
  }

  /** A key's value and the row id that it must have; null where any unused one will do. */
  private record Expected(String name, Long rowId) {}

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Set<Long>> ids = Arbitraries.longs().between(0, 11).set().ofMinSize(1).ofMaxSize(8);
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(
            4,
            Combinators.combine(ids, Arbitraries.of(true, false))
                .as((set, keep) -> (Step) new Step.Upsert(set, keep))),
        net.jqwik.api.Tuple.of(3, ids.map(set -> (Step) new Step.Delete(set))),
        net.jqwik.api.Tuple.of(
            1, Arbitraries.integers().between(0, 8).map(back -> (Step) new Step.Realign(back))));
  }

  @Property(tries = 30)
  void theTableEqualsTheModelAfterEachStep(@ForAll @Size(max = 9) List<@From("steps") Step> steps) {
    try (LanceLab lab = LanceLab.open()) {
      Dataset head = lab.create(lab.uri("t.lance"));
      List<Map<Long, Expected>> history = new ArrayList<>(List.of(Map.of()));
      Set<Long> everUsed = new HashSet<>();
      for (int i = 0; i < steps.size(); i++) {
        Map<Long, Expected> model = new TreeMap<>(history.get(i));
        Step step = steps.get(i);
        if (step instanceof Step.Upsert upsert) {
          head = upsert(lab, head, upsert, "v" + i);
          for (long id : upsert.ids()) {
            Expected old = model.get(id);
            Long rowId = upsert.keep() && old != null ? old.rowId() : null;
            model.put(id, new Expected("v" + i, rowId));
          }
        } else if (step instanceof Step.Delete delete) {
          head = replace(lab, head, delete.ids(), List.of());
          model.keySet().removeAll(delete.ids());
        } else if (step instanceof Step.Realign realign) {
          int target = Math.max(0, i - realign.back());
          Dataset pinned = lab.openAt(head.uri(), target + 1L);
          head = lab.commit(head, overwriting(fragments(pinned)));
          model = new TreeMap<>(history.get(target));
        }
        assertThat(head.version()).as("one version per step").isEqualTo(i + 2L);
        history.add(check(lab, head, model, everUsed));
      }
      for (int i = 0; i < history.size(); i++) {
        check(lab, lab.openAt(head.uri(), i + 1L), history.get(i), everUsed);
      }
    }
  }

  private static Dataset upsert(LanceLab lab, Dataset head, Step.Upsert upsert, String name) {
    Map<Long, Long> old =
        lab.located(lab.openHead(head.uri())).stream()
            .collect(Collectors.toMap(l -> l.row().id(), Located::rowId));
    List<FragmentMetadata> added = new ArrayList<>();
    List<Long> known = upsert.ids().stream().filter(old::containsKey).toList();
    List<Long> others = upsert.ids().stream().filter(id -> !old.containsKey(id)).toList();
    if (!known.isEmpty()) {
      FragmentMetadata staged = stage(lab, head, known, name);
      long[] rowIds = known.stream().mapToLong(old::get).toArray();
      added.add(upsert.keep() ? DeletedRowsTest.withRowIds(staged, rowIds) : staged);
    }
    if (!others.isEmpty()) {
      added.add(stage(lab, head, others, name));
    }
    return replace(lab, head, upsert.ids(), added);
  }

  /** Deletes the keys wherever they are and adds the fragments, in one commit. */
  private static Dataset replace(
      LanceLab lab, Dataset head, Set<Long> ids, List<FragmentMetadata> added) {
    Map<Integer, List<Integer>> offsets = new HashMap<>();
    for (Located located : lab.located(lab.openHead(head.uri()))) {
      if (ids.contains(located.row().id())) {
        offsets.computeIfAbsent(located.fragment(), f -> new ArrayList<>()).add(located.offset());
      }
    }
    List<Long> removed = new ArrayList<>();
    List<FragmentMetadata> updated = new ArrayList<>();
    offsets.forEach(
        (fragment, rows) -> {
          FragmentMetadata left = head.getFragment(fragment).deleteRows(rows);
          if (left == null) {
            removed.add((long) fragment);
          } else {
            updated.add(left);
          }
        });
    return lab.commit(head, updating(removed, updated, added));
  }

  private static FragmentMetadata stage(LanceLab lab, Dataset head, List<Long> ids, String name) {
    List<FragmentMetadata> staged =
        lab.stage(head.uri(), ids.stream().map(id -> new Row(id, name)).toList());
    assertThat(staged).hasSize(1);
    return staged.get(0);
  }

  /** Compares, and returns the model with the row ids that Lance chose. */
  private static Map<Long, Expected> check(
      LanceLab lab, Dataset at, Map<Long, Expected> model, Set<Long> everUsed) {
    Map<Long, Expected> found = new TreeMap<>();
    List<Located> rows = lab.located(lab.openAt(at.uri(), at.version()));
    for (Located located : rows) {
      found.put(located.row().id(), new Expected(located.row().name(), located.rowId()));
    }
    assertThat(rows).as("no key twice").hasSameSizeAs(found.keySet());
    assertThat(at.countRows()).isEqualTo(model.size());
    assertThat(found.keySet()).isEqualTo(model.keySet());
    assertThat(rows).extracting(Located::rowId).doesNotHaveDuplicates();
    model.forEach(
        (id, expected) -> {
          Expected actual = found.get(id);
          assertThat(actual.name()).as("value of %d", id).isEqualTo(expected.name());
          if (expected.rowId() == null) {
            assertThat(everUsed.add(actual.rowId())).as("row id of %d is new", id).isTrue();
          } else {
            assertThat(actual.rowId()).as("row id of %d", id).isEqualTo(expected.rowId());
          }
        });
    return found;
  }
}
