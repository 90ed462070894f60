package dev.linchpin.memory;

import dev.linchpin.conformance.SubstrateFixture;
import dev.linchpin.conformance.TableConformance;

class MemoryTablesTest extends TableConformance {
  @Override
  protected SubstrateFixture fresh() {
    return new MemoryFixture();
  }
}
