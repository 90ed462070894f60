package dev.linchpin.protocol;

import java.util.Objects;

/**
 * The immutable state that an attempt is computed against (seed section 2.1), captured only after
 * the recovery barrier.
 *
 * @param state one coherent manifest version: branch incarnation, pinned version, schema identity,
 *     pinned table entries, graph head
 */
public record BaseView(ManifestState state) {
  /** The state is required. */
  public BaseView {
    Objects.requireNonNull(state, "state");
  }

  /**
   * The pinned manifest version.
   *
   * @return a Lance version of the manifest
   */
  public long manifestVersion() {
    return state.version();
  }
}
