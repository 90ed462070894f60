package dev.linchpin.spi;

import dev.linchpin.protocol.WriterKind;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The closed registry of effect adapters (seed section 6): every writer kind has exactly one
 * adapter, and every public entry point that may change durable state names the kind that it uses.
 */
public final class AdapterRegistry {
  private final Map<WriterKind, EffectAdapter> adapters = new EnumMap<>(WriterKind.class);
  private final Map<WriterKind, Set<String>> entryPoints = new EnumMap<>(WriterKind.class);

  /**
   * Builds the registry.
   *
   * @param registrations one for each writer kind
   * @throws IllegalArgumentException if a kind is missing or registered twice
   */
  public AdapterRegistry(List<Registration> registrations) {
    for (Registration registration : registrations) {
      WriterKind kind = registration.adapter().writerKind();
      if (adapters.put(kind, registration.adapter()) != null) {
        throw new IllegalArgumentException("two adapters for " + kind);
      }
      entryPoints.put(kind, Set.copyOf(registration.entryPoints()));
    }
    for (WriterKind kind : WriterKind.values()) {
      if (!adapters.containsKey(kind)) {
        throw new IllegalArgumentException("no adapter for " + kind);
      }
    }
  }

  /**
   * One adapter and the entry points that invoke it.
   *
   * @param adapter the adapter
   * @param entryPoints {@code Class#method} of each public method that uses it
   */
  public record Registration(EffectAdapter adapter, Set<String> entryPoints) {}

  /**
   * The adapter of a writer kind.
   *
   * @param kind the kind
   * @return its adapter
   */
  public EffectAdapter adapter(WriterKind kind) {
    return adapters.get(kind);
  }

  /**
   * Every adapter.
   *
   * @return one for each writer kind
   */
  public Collection<EffectAdapter> all() {
    return Collections.unmodifiableCollection(adapters.values());
  }

  /**
   * The entry points that invoke a kind's adapter.
   *
   * @param kind the kind
   * @return {@code Class#method} names
   */
  public Set<String> entryPoints(WriterKind kind) {
    return entryPoints.get(kind);
  }
}
