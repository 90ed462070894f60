package dev.linchpin.recovery;

/** What recovery must do with an intent. */
public enum Verdict {
  /** The commit is visible: audit, remove. */
  CONVERGE,
  /** Publish the exact confirmed delta under the fixed commit id. */
  ROLL_FORWARD,
  /** Fence, compensate every own effect, audit, remove. */
  ROLL_BACK,
  /** Fence, audit, remove: there is no effect. */
  ABORT_EMPTY,
  /** Exact identity does not account for what is there: typed error, keep the intent. */
  REFUSE
}
