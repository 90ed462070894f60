package dev.linchpin.faultinjection.judge;

/**
 * A row of the crash contract (seed section 5), as the durable state at the instant of the crash
 * tells it. {@link #COMPLETE} is no row of the contract: nothing is left to recover.
 */
public enum ContractRow {
  /** No independently durable effect has occurred. */
  BEFORE_SIDECAR("Before sidecar", "nothing happened: the state before"),
  /** Recovery aborts the empty intent. */
  SIDECAR_NO_EFFECT("Sidecar durable, no effect", "empty intent aborted: the state before"),
  /** The adapter's declared direction; MUTATION rolls back. */
  EFFECTS_NOT_CONFIRMED("Some effects applied, not confirmed", "rolled back: the state before"),
  /** Recovery rolls forward the exact confirmed delta while the captured authority holds. */
  CONFIRMED_NOT_VISIBLE(
      "All effects confirmed, before manifest CAS", "rolled forward: the state after"),
  /** Recovery proves the intent visible, audits it, and removes the sidecar. */
  VISIBLE_SIDECAR_REMAINS(
      "Manifest CAS succeeded, sidecar remains", "stays visible: the state after"),
  /** The sidecar is gone, the commit is visible. */
  COMPLETE("(complete: visible, sidecar gone)", "stays visible: the state after");

  private final String title;
  private final String demand;

  ContractRow(String title, String demand) {
    this.title = title;
    this.demand = demand;
  }

  /**
   * The row in the seed's words.
   *
   * @return the crash point column
   */
  public String title() {
    return title;
  }

  /**
   * What the row demands of the MUTATION adapter.
   *
   * @return one phrase
   */
  public String demand() {
    return demand;
  }
}
