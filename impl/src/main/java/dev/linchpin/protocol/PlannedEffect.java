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
  public interface Payload {
    /**
     * What kind of transaction it is.
     *
     * @return the kind, by which the substrate's conflict rules tell transactions apart
     */
    TransactionKind transactionKind();
  }

  /** The kinds of transaction that a table knows; the specification's {@code Kinds}. */
  public enum TransactionKind {
    /** New rows only. */
    APPEND("Append"),
    /** New rows, and rows of older fragments deleted or replaced. */
    UPDATE("Update"),
    /** The whole content replaced. */
    OVERWRITE("Overwrite");

    private final String label;

    TransactionKind(String label) {
      this.label = label;
    }

    /**
     * The name in the specification.
     *
     * @return for example {@code Append}
     */
    public String label() {
      return label;
    }
  }
}
