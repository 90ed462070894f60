package dev.linchpin.cli.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Who may call whom, statically: a call of an interface's or a class's method may arrive in every
 * override of it. The body of a lambda belongs to the method that it is written in. So "may reach"
 * errs on the side of too much, and a rule that holds here holds in every run.
 */
final class CallGraph {
  private final Map<JavaCodeUnit, Set<JavaCodeUnit>> callees = new HashMap<>();
  private final Map<JavaCodeUnit, Set<JavaCodeUnit>> callers = new HashMap<>();

  CallGraph(JavaClasses classes) {
    for (JavaClass type : classes) {
      for (JavaCodeUnit caller : type.getCodeUnits()) {
        caller.getCallsFromSelf().forEach(call -> add(caller, call));
        caller.getCodeUnitReferencesFromSelf().forEach(reference -> add(caller, reference));
      }
    }
  }

  private void add(JavaCodeUnit caller, JavaCodeUnitAccess<?> call) {
    Optional<? extends JavaCodeUnit> target = call.getTarget().resolveMember();
    target.ifPresent(declared -> overrides(declared).forEach(callee -> add(caller, callee)));
  }

  private void add(JavaCodeUnit caller, JavaCodeUnit callee) {
    callees.computeIfAbsent(caller, unused -> new LinkedHashSet<>()).add(callee);
    callers.computeIfAbsent(callee, unused -> new LinkedHashSet<>()).add(caller);
  }

  /** The method itself and everything that overrides it. */
  static Set<JavaCodeUnit> overrides(JavaCodeUnit declared) {
    Set<JavaCodeUnit> all = new LinkedHashSet<>();
    all.add(declared);
    if (declared instanceof JavaMethod method) {
      String[] parameters =
          method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
      for (JavaClass subclass : method.getOwner().getAllSubclasses()) {
        subclass.tryGetMethod(method.getName(), parameters).ifPresent(all::add);
      }
    }
    return all;
  }

  /** Everything that a call of {@code start} may run, itself included. */
  Set<JavaCodeUnit> reachableFrom(JavaCodeUnit start) {
    Set<JavaCodeUnit> seen = new LinkedHashSet<>();
    Deque<JavaCodeUnit> open = new ArrayDeque<>(Set.of(start));
    while (!open.isEmpty()) {
      JavaCodeUnit next = open.pop();
      if (seen.add(next)) {
        open.addAll(callees.getOrDefault(next, Set.of()));
      }
    }
    return seen;
  }

  /**
   * Follows the callers of {@code start} upwards, not beyond methods that guard it.
   *
   * @return the methods without callers that may reach it unguarded: empty if every way leads
   *     through a guard
   */
  Set<String> unguardedEntries(JavaCodeUnit start, Predicate<JavaCodeUnit> guard) {
    Set<String> entries = new TreeSet<>();
    Set<JavaCodeUnit> seen = new LinkedHashSet<>();
    Deque<JavaCodeUnit> open = new ArrayDeque<>(Set.of(start));
    while (!open.isEmpty()) {
      JavaCodeUnit next = open.pop();
      if (guard.test(next) || !seen.add(next)) {
        continue;
      }
      Collection<JavaCodeUnit> above = callers.getOrDefault(next, Set.of());
      if (above.isEmpty()) {
        entries.add(next.getFullName());
      }
      open.addAll(above);
    }
    return entries;
  }
}
