package dev.linchpin.lance.storage;

import dev.linchpin.conformance.SubstrateFixture;
import dev.linchpin.conformance.TableConformance;

/** Lance's tables and their effects do what the protocol's tests rely on. */
class LanceTableTest extends TableConformance {
  @Override
  protected SubstrateFixture fresh() {
    return new LanceFixture();
  }
}
