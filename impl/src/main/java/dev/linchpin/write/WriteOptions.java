package dev.linchpin.write;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How one write behaves.
 *
 * @param actor who asks for it; recorded in the lineage
 * @param requestId the caller's own request id; recorded in the lineage
 * @param onConflict whether a changed read set restarts the write or is reported
 * @param maxAttempts the bound on attempts, 1 or more
 * @param courtesy how long to wait for an overlapping intent of a process that may be alive before
 *     fencing it off
 */
public record WriteOptions(
    String actor,
    Optional<String> requestId,
    OnConflict onConflict,
    int maxAttempts,
    Duration courtesy) {
  /** Restart up to 16 times; wait two seconds for other processes. */
  public static final WriteOptions DEFAULT =
      new WriteOptions(
          "anonymous", Optional.empty(), OnConflict.RESTART, 16, Duration.ofSeconds(2));

  /** All parts are required and within bounds. */
  public WriteOptions {
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(requestId, "requestId");
    Objects.requireNonNull(onConflict, "onConflict");
    Objects.requireNonNull(courtesy, "courtesy");
    if (maxAttempts < 1 || courtesy.isNegative()) {
      throw new IllegalArgumentException("attempts must be 1 or more, courtesy not negative");
    }
  }

  /** What a conflict does (seed section 4.4). */
  public enum OnConflict {
    /** Restart from Prepare, bounded. */
    RESTART,
    /** Throw {@link dev.linchpin.error.ReadSetConflictException}. */
    FAIL
  }

  /**
   * These options for another actor.
   *
   * @param actor who asks
   * @return the new options
   */
  public WriteOptions as(String actor) {
    return new WriteOptions(actor, requestId, onConflict, maxAttempts, courtesy);
  }

  /**
   * These options with the caller's request id.
   *
   * @param requestId the caller's id
   * @return the new options
   */
  public WriteOptions withRequestId(String requestId) {
    return new WriteOptions(actor, Optional.of(requestId), onConflict, maxAttempts, courtesy);
  }

  /**
   * These options with another conflict behaviour.
   *
   * @param onConflict restart or fail
   * @return the new options
   */
  public WriteOptions onConflict(OnConflict onConflict) {
    return new WriteOptions(actor, requestId, onConflict, maxAttempts, courtesy);
  }

  /**
   * These options with another bound on attempts.
   *
   * @param maxAttempts 1 or more
   * @return the new options
   */
  public WriteOptions withMaxAttempts(int maxAttempts) {
    return new WriteOptions(actor, requestId, onConflict, maxAttempts, courtesy);
  }

  /**
   * These options with another waiting time.
   *
   * @param courtesy not negative
   * @return the new options
   */
  public WriteOptions withCourtesy(Duration courtesy) {
    return new WriteOptions(actor, requestId, onConflict, maxAttempts, courtesy);
  }
}
