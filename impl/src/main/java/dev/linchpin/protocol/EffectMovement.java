package dev.linchpin.protocol;

/**
 * What happened to one target of an intent, proven by exact identity beyond the published pointer.
 */
public enum EffectMovement {
  /** Nothing of this intent is on the table, and its pointer is the captured one. */
  NONE,
  /** Own effect, with nothing beyond it that the protocol cannot account for. */
  OWN_AT_HEAD,
  /** Own effect with foreign movement beyond the published pointer. */
  OWN_BURIED,
  /** Own effect is already compensated, or the pointer has moved past the captured one. */
  COMPENSATED,
  /** No own effect, but somebody outside the protocol moved the table. */
  FOREIGN,
  /** A transaction beyond the pointer cannot be read, or there are more than the scan bound. */
  UNVERIFIABLE
}
