package dev.linchpin.protocol;

import java.util.Objects;

/**
 * The graph branch that a write targets, in one of its lives (seed section 2.1).
 *
 * @param branch the branch's name, {@code main} for the trunk
 * @param incarnation the token of this life of that name; a re-created branch has another one
 */
public record BranchTarget(String branch, String incarnation) {
  /** The trunk's name. */
  public static final String MAIN = "main";

  /** Both parts are required. */
  public BranchTarget {
    Objects.requireNonNull(branch, "branch");
    Objects.requireNonNull(incarnation, "incarnation");
  }
}
