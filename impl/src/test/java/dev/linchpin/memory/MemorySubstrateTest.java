package dev.linchpin.memory;

import dev.linchpin.conformance.SubstrateConformance;
import dev.linchpin.conformance.SubstrateFixture;

class MemorySubstrateTest extends SubstrateConformance {
  @Override
  protected SubstrateFixture fresh() {
    return new MemoryFixture();
  }
}
