package dev.linchpin.protocol;

import java.util.Objects;

/**
 * One physical effect of an attempt: its durable target and the staged payload that only its
 * adapter understands.
 *
 * @param target what the sidecar records
 * @param payload what the adapter commits; process-local, never serialized
 */
public record PlannedEffect(EffectTarget target, Payload payload) {
  /** Both parts are required. */
  public PlannedEffect {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(payload, "payload");
  }

  /** An adapter's staged transaction. */
  public interface Payload {}
}
