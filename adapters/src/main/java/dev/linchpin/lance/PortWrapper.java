package dev.linchpin.lance;

import dev.linchpin.spi.AuditLog;
import dev.linchpin.spi.IntentStore;
import dev.linchpin.spi.ManifestAuthority;
import dev.linchpin.spi.TableSubstrate;

/** A seam around the ports through which a handle reaches the store. */
interface PortWrapper {
  /** The ports as they are. */
  PortWrapper NONE = new PortWrapper() {};

  default ManifestAuthority authority(ManifestAuthority port) {
    return port;
  }

  default IntentStore intents(IntentStore port) {
    return port;
  }

  default AuditLog audit(AuditLog port) {
    return port;
  }

  default TableSubstrate tables(TableSubstrate port) {
    return port;
  }
}
