package dev.linchpin.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.linchpin.DurableCall;
import dev.linchpin.SpecAction;
import dev.linchpin.spi.AuditLog;
import dev.linchpin.spi.EffectAdapter;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing durable happens outside an action of the specification, and nothing durable happens that
 * is not marked: crash points are derived from these marks.
 */
class DurableCallsTest {
  private static final List<Class<?>> PORTS =
      List.of(
          ManifestAuthority.class,
          IntentStore.class,
          AuditLog.class,
          TableSubstrate.class,
          EffectAdapter.class);

  private static final Set<String> MUTATING =
      Set.of(
          "ManifestAuthority#compareAndSet",
          "IntentStore#put",
          "IntentStore#remove",
          "AuditLog#record",
          "AuditLog#recordRepair",
          "TableSubstrate#commit",
          "TableSubstrate#realign",
          "EffectAdapter#apply");

  private static final Set<String> READING =
      Set.of(
          "ManifestAuthority#read",
          "ManifestAuthority#readAt",
          "ManifestAuthority#findByOperation",
          "IntentStore#list",
          "IntentStore#read",
          "IntentStore#nameOf",
          "AuditLog#of",
          "AuditLog#repairs",
          "TableSubstrate#head",
          "TableSubstrate#commits",
          "TableSubstrate#inspect",
          "EffectAdapter#writerKind",
          "EffectAdapter#recoveryPlan",
          "EffectAdapter#classify");

  /** It says who is alive; no action of the specification takes it. */
  private static final String LIVENESS_LOCK = "liveness lock";

  /**
   * Files that are nobody's state: a write's spooled input, a trace, a failed creator's own
   * leftovers.
   */
  private static final Set<String> NO_STATE =
      Set.of("InputSpool", "NdjsonTraceSink", "GraphCreation#discard", "ProcessLock#probe");

  private static final CallGraph CALLS = new CallGraph(Code.PRODUCT);

  private static final Predicate<JavaCodeUnit> DURABLE =
      unit -> unit.isAnnotatedWith(DurableCall.class);
  private static final Predicate<JavaCodeUnit> ACTION =
      unit -> unit.isAnnotatedWith(SpecAction.class);

  @Test
  void everyMethodOfAPortIsKnownToReadOrToChange() {
    Set<String> methods =
        PORTS.stream()
            .flatMap(port -> Stream.of(port.getDeclaredMethods()))
            .filter(method -> !method.isSynthetic())
            .map(method -> method.getDeclaringClass().getSimpleName() + "#" + method.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known = new TreeSet<>(MUTATING);
    known.addAll(READING);
    assertThat(methods).isEqualTo(known);
  }

  @Test
  void whatChangesThroughAPortIsADurableCallAndWhatReadsIsNone() {
    for (Class<?> port : PORTS) {
      for (JavaMethod declared : Code.PRODUCT.get(port).getMethods()) {
        String name = port.getSimpleName() + "#" + declared.getName();
        for (JavaCodeUnit implementation : CallGraph.overrides(declared)) {
          if (implementation.getModifiers().contains(JavaModifier.ABSTRACT)) {
            continue;
          }
          assertThat(CALLS.reachableFrom(implementation).stream().anyMatch(DURABLE))
              .as("%s reaches a durable call", implementation.getFullName())
              .isEqualTo(MUTATING.contains(name));
        }
      }
    }
  }

  @Test
  void everyDurableCallHappensInsideAnAction() {
    Map<String, Set<String>> outside = new TreeMap<>();
    for (JavaCodeUnit durable : durableCalls()) {
      if (durable.getAnnotationOfType(DurableCall.class).value().equals(LIVENESS_LOCK)) {
        continue;
      }
      Set<String> entries = CALLS.unguardedEntries(durable, ACTION);
      if (!entries.isEmpty()) {
        outside.put(durable.getFullName(), entries);
      }
    }
    assertThat(outside).as("durable calls that can be reached without an action").isEmpty();
  }

  @Test
  void everyChangeOfAStoreHappensInsideADurableCall() {
    Map<String, Set<String>> unmarked = new TreeMap<>();
    int changes = 0;
    for (JavaClass type : Code.PRODUCT) {
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        if (unit.getCallsFromSelf().stream()
                .noneMatch(call -> changesAStore(call.getTargetOwner().getName(), call.getName()))
            || isNoState(unit)) {
          continue;
        }
        changes++;
        Set<String> entries = CALLS.unguardedEntries(unit, DURABLE);
        if (!entries.isEmpty()) {
          unmarked.put(unit.getFullName(), entries);
        }
      }
    }
    assertThat(unmarked).as("changes that no crash point would be made of").isEmpty();
    assertThat(changes).as("changes found at all").isGreaterThanOrEqualTo(5);
  }

  private static boolean isNoState(JavaCodeUnit unit) {
    String type = unit.getOwner().getSimpleName();
    return NO_STATE.contains(type) || NO_STATE.contains(type + "#" + unit.getName());
  }

  /** Staging is none: fragments that no version refers to are nobody's state. */
  private static boolean changesAStore(String owner, String method) {
    return switch (owner) {
      case "java.nio.file.Files" ->
          method.startsWith("write")
              || method.startsWith("delete")
              || method.startsWith("create")
              || Set.of("move", "copy", "newOutputStream", "newBufferedWriter").contains(method);
      case "java.nio.channels.FileChannel" -> method.equals("open");
      case "org.lance.CommitBuilder", "org.lance.WriteDatasetBuilder" -> method.equals("execute");
      case "org.lance.Dataset" ->
          Set.of("create", "drop", "append", "mergeInsert", "delete", "restore", "commit")
              .contains(method);
      default -> false;
    };
  }

  private static List<? extends JavaCodeUnit> durableCalls() {
    List<JavaMethod> found =
        Code.PRODUCT.stream().flatMap(type -> type.getMethods().stream()).filter(DURABLE).toList();
    assertThat(found).hasSizeGreaterThanOrEqualTo(8);
    return found;
  }
}
