package dev.linchpin.lance.storage;

import dev.linchpin.conformance.SubstrateConformance;
import dev.linchpin.conformance.SubstrateFixture;

/** The manifest, sidecars, audit log and owners on disk do what the protocol's tests rely on. */
class LanceSubstrateTest extends SubstrateConformance {
  @Override
  protected SubstrateFixture fresh() {
    return new LanceFixture();
  }
}
