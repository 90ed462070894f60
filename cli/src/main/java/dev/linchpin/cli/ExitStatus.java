package dev.linchpin.cli;

import dev.linchpin.error.AlreadyExistsException;
import dev.linchpin.error.ConstraintViolationException;
import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.LiveWriterContentionException;
import dev.linchpin.error.NotAGraphException;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.error.ReadSetConflictException;
import dev.linchpin.error.RecoveryRequiredException;
import dev.linchpin.error.ResourceLimitException;
import dev.linchpin.error.RetriesExhaustedException;
import dev.linchpin.error.StaleConfirmationException;
import dev.linchpin.error.StorageException;
import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.error.UnverifiableEffectException;
import java.util.Map;

/**
 * The command's exit statuses. Scripts rely on them, so that a number is never given a new meaning.
 */
final class ExitStatus {
  /** Done, and what was checked holds. */
  static final int SUCCESS = 0;

  /** The check that was asked for failed: a red cell, a violated property. */
  static final int CHECK_FAILED = 1;

  /** The command line itself is wrong (picocli's own status). */
  static final int USAGE = 2;

  /** A defect, or a failure outside the protocol. */
  static final int UNEXPECTED = 3;

  /** The operation asked for is still undecided. */
  static final int PENDING = 4;

  /** There is no trace of what was asked for. */
  static final int NOT_FOUND = 5;

  /** The operation asked for was not published and never will be. */
  static final int NOT_PUBLISHED = 6;

  /** One for each typed error. A test holds its keys equal to the sealed family. */
  static final Map<Class<? extends LinchpinException>, Integer> OF_ERROR =
      Map.ofEntries(
          Map.entry(NotAGraphException.class, 10),
          Map.entry(AlreadyExistsException.class, 11),
          Map.entry(InvalidInputException.class, 12),
          Map.entry(ConstraintViolationException.class, 13),
          Map.entry(ResourceLimitException.class, 14),
          Map.entry(UnsupportedFormatException.class, 15),
          Map.entry(ReadSetConflictException.class, 20),
          Map.entry(RetriesExhaustedException.class, 21),
          Map.entry(LiveWriterContentionException.class, 22),
          Map.entry(RecoveryRequiredException.class, 23),
          Map.entry(UnverifiableEffectException.class, 24),
          Map.entry(OutcomeUnknownException.class, 25),
          Map.entry(StaleConfirmationException.class, 26),
          Map.entry(StorageException.class, 30));

  private ExitStatus() {}
}
