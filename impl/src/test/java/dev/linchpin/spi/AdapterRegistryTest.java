package dev.linchpin.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.PlannedEffect;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.AdapterRegistry.Registration;
import dev.linchpin.spi.TableSubstrate.CommitResult;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdapterRegistryTest {
  private static final EffectAdapter MUTATION = new NoAdapter();

  private static Registration registration() {
    return new Registration(MUTATION, Set.of("Graph#write"));
  }

  @Test
  void everyKindHasItsAdapterAndItsEntryPoints() {
    AdapterRegistry registry = new AdapterRegistry(List.of(registration()));
    assertThat(registry.adapter(WriterKind.MUTATION)).isSameAs(MUTATION);
    assertThat(registry.entryPoints(WriterKind.MUTATION)).containsExactly("Graph#write");
    assertThat(registry.all()).hasSameSizeAs(WriterKind.values()).containsExactly(MUTATION);
  }

  @Test
  void theRegistryIsClosed() {
    AdapterRegistry registry = new AdapterRegistry(List.of(registration()));
    assertThatThrownBy(() -> registry.all().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aKindWithoutAdapterIsRefused() {
    assertThatThrownBy(() -> new AdapterRegistry(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no adapter for MUTATION");
  }

  @Test
  void aKindWithTwoAdaptersIsRefused() {
    assertThatThrownBy(() -> new AdapterRegistry(List.of(registration(), registration())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two adapters for MUTATION");
  }

  /** Only its kind is asked for. */
  private static final class NoAdapter implements EffectAdapter {
    @Override
    public WriterKind writerKind() {
      return WriterKind.MUTATION;
    }

    @Override
    public RecoveryPlan recoveryPlan() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CommitResult apply(OperationId operation, PlannedEffect effect) {
      throw new UnsupportedOperationException();
    }

    @Override
    public EffectMovement classify(
        OperationId operation, EffectTarget target, long pointer, List<TableCommit> beyond) {
      throw new UnsupportedOperationException();
    }
  }
}
