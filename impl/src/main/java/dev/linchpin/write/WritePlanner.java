package dev.linchpin.write;

import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.WriterKind;

/**
 * The writer-specific half of Prepare (seed section 4.2): validates, classifies and stages against
 * one base, without gates.
 *
 * <p>It is asked again, from scratch, for every attempt; it keeps nothing of an earlier one. It may
 * write reclaimable files but never moves a table's HEAD.
 *
 * @param <R> what the caller of the write gets back when it is published
 */
public interface WritePlanner<R> {
  /**
   * Which adapter the plan's effects use.
   *
   * @return the writer kind
   */
  WriterKind writerKind();

  /**
   * Prepares one attempt.
   *
   * @param base the state to compute against
   * @param identity the attempt's pre-minted identities
   * @return the prepared write; with empty effects there is nothing to publish
   * @throws dev.linchpin.error.LinchpinException if the input is malformed or breaks a constraint;
   *     nothing was changed
   */
  Plan<R> prepare(BaseView base, AttemptIdentity identity);

  /**
   * A prepared attempt and what its caller gets once it is published.
   *
   * @param write the prepared write
   * @param result the caller's result
   * @param <R> the result's type
   */
  record Plan<R>(PreparedWrite write, R result) {}
}
