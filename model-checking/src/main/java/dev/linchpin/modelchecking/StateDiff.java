package dev.linchpin.modelchecking;

import dev.linchpin.modelchecking.Counterexample.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** What differs between two states, and who did it. */
final class StateDiff {
  /** Variables whose key names the actor, in the order in which they are believed. */
  private static final List<String> ACTOR_VARIABLES =
      List.of("stage", "held", "achieved", "rec", "sidecar", "hist");

  private StateDiff() {}

  static List<Change> changes(
      SortedMap<String, TlaValue> before, SortedMap<String, TlaValue> after) {
    List<Change> changes = new ArrayList<>();
    compare("", new TlaValue.Mapping(before), new TlaValue.Mapping(after), changes);
    return changes;
  }

  /** The operation, process or table whose part of the state moved; empty if nobody's did. */
  static String actor(SortedMap<String, TlaValue> before, SortedMap<String, TlaValue> after) {
    String dead = lost(before.get("alive"), after.get("alive"));
    if (!dead.isEmpty()) {
      return dead;
    }
    String maker = lost(after.get("made"), before.get("made"));
    if (!maker.isEmpty()) {
      return maker;
    }
    if (!before.get("made").equals(after.get("made"))) {
      return lost(before.get("made"), after.get("made"));
    }
    for (String variable : ACTOR_VARIABLES) {
      if (before.get(variable) instanceof TlaValue.Mapping was
          && after.get(variable) instanceof TlaValue.Mapping is) {
        for (String key : was.entries().keySet()) {
          if (!was.entries().get(key).equals(is.entries().get(key))) {
            return key;
          }
        }
      }
    }
    return "";
  }

  private static String lost(TlaValue before, TlaValue after) {
    if (before instanceof TlaValue.SetOf was && after instanceof TlaValue.SetOf is) {
      for (TlaValue member : was.members()) {
        if (!is.members().contains(member)) {
          return member.toString();
        }
      }
    }
    return "";
  }

  private static void compare(String path, TlaValue before, TlaValue after, List<Change> changes) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof TlaValue.Mapping was && after instanceof TlaValue.Mapping is) {
      SortedSet<String> keys = new TreeSet<>(was.entries().keySet());
      keys.addAll(is.entries().keySet());
      for (String key : keys) {
        TlaValue old = was.entries().get(key);
        TlaValue now = is.entries().get(key);
        String place = path.isEmpty() ? key : path + "." + key;
        if (old == null) {
          changes.add(new Change(place, "", now.toString()));
        } else if (now == null) {
          changes.add(new Change(place, old.toString(), ""));
        } else {
          compare(place, old, now, changes);
        }
      }
    } else if (before instanceof TlaValue.Sequence was
        && after instanceof TlaValue.Sequence is
        && isPrefix(was.items(), is.items())) {
      for (int i = was.items().size(); i < is.items().size(); i++) {
        changes.add(new Change(path + "[" + (i + 1) + "]", "", is.items().get(i).toString()));
      }
    } else {
      changes.add(new Change(path, before.toString(), after.toString()));
    }
  }

  private static boolean isPrefix(List<TlaValue> shorter, List<TlaValue> longer) {
    return shorter.size() < longer.size() && longer.subList(0, shorter.size()).equals(shorter);
  }
}
