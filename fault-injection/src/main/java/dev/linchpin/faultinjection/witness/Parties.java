package dev.linchpin.faultinjection.witness;

/** Who acts in a scenario, told apart by how the ids of their operations begin. */
public final class Parties {
  /** The process whose write is judged. */
  public static final String VICTIM = "victim-";

  /** The process that comes along afterwards. */
  public static final String NEXT = "next-";

  /** Whoever writes meanwhile. */
  public static final String OTHER = "other-";

  private Parties() {}
}
