package dev.linchpin.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.linchpin.DurableCall;
import dev.linchpin.lance.Graph;
import dev.linchpin.lance.GraphOptions;
import dev.linchpin.lance.schema.GraphSchema;
import dev.linchpin.lance.schema.PropertyType;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.AdapterRegistry;
import dev.linchpin.spi.EffectAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The registry of what may change durable state is closed: whatever public method of {@link Graph}
 * can reach a durable call is registered with an adapter, or is a control operation known here.
 */
class ClosedRegistryTest {
  /** They create a graph, or settle what others left; none of them writes data of its own. */
  private static final Set<String> CONTROL_OPERATIONS =
      Set.of(
          "Graph#create",
          "Graph#open",
          "Graph#openForRepair",
          "Graph#recover",
          "Graph#repair",
          "Graph#outcome");

  private static final CallGraph CALLS = new CallGraph(Code.PRODUCT);

  @TempDir Path directory;

  @Test
  void everyPublicMethodThatMayChangeDurableStateIsRegistered() {
    Set<String> mayChange =
        publicMethods().stream()
            .filter(ClosedRegistryTest::mayChangeDurableState)
            .map(ClosedRegistryTest::name)
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> registered = new TreeSet<>(CONTROL_OPERATIONS);
    AdapterRegistry registry = registry();
    for (WriterKind kind : WriterKind.values()) {
      assertThat(registry.entryPoints(kind)).as("entry points of %s", kind).isNotEmpty();
      registered.addAll(registry.entryPoints(kind));
    }

    assertThat(mayChange).isEqualTo(registered);
  }

  @Test
  void noEntryPointIsRegisteredTwiceOrAlsoAControlOperation() {
    AdapterRegistry registry = registry();
    List<String> all = new ArrayList<>(CONTROL_OPERATIONS);
    for (WriterKind kind : WriterKind.values()) {
      all.addAll(registry.entryPoints(kind));
    }
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void everyEffectAdapterThatExistsIsRegistered() {
    Set<String> existing =
        Code.PRODUCT.stream()
            .filter(type -> type.isAssignableTo(EffectAdapter.class) && !type.isInterface())
            .map(type -> type.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> registered =
        registry().all().stream()
            .map(adapter -> adapter.getClass().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(registered).isEqualTo(existing).hasSize(WriterKind.values().length);
  }

  @Test
  void readingMethodsReachNoDurableCall() {
    assertThat(publicMethods().stream().filter(m -> !mayChangeDurableState(m)))
        .extracting(ClosedRegistryTest::name)
        .contains(
            "Graph#openReadOnly",
            "Graph#snapshot",
            "Graph#snapshotAt",
            "Graph#log",
            "Graph#previewRepair",
            "Graph#repairs");
  }

  private AdapterRegistry registry() {
    GraphSchema schema =
        GraphSchema.builder().node("Thing", "id", PropertyType.UTF8, type -> {}).build();
    try (Graph graph = Graph.create(directory.resolve("graph"), schema, GraphOptions.DEFAULT)) {
      return graph.adapters();
    }
  }

  private static List<JavaMethod> publicMethods() {
    return Code.PRODUCT.get(Graph.class).getMethods().stream()
        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
        .toList();
  }

  private static String name(JavaMethod method) {
    return method.getOwner().getSimpleName() + "#" + method.getName();
  }

  private static boolean mayChangeDurableState(JavaMethod method) {
    return CALLS.reachableFrom(method).stream()
        .anyMatch(reached -> reached.isAnnotatedWith(DurableCall.class));
  }
}
