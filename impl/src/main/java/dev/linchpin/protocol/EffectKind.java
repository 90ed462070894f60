package dev.linchpin.protocol;

/** How a physical effect reaches the substrate (seed section 2.3). */
public enum EffectKind {
  /** Files are written in Prepare; one exact transaction commits them under the gates. */
  STAGED,
  /** The substrate offers no staged form: work and commit happen together under the gates. */
  INLINE,
  /** Only a native table ref is created. */
  REF_ONLY,
  /** The manifest changes, the table does not. */
  ZERO_COMMIT
}
