package dev.linchpin.lance.storage;

import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.error.StorageException;
import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * The one place that knows how Lance reports errors: by message text, and with undeclared checked
 * exceptions.
 */
public final class LanceErrors {
  private LanceErrors() {}

  /**
   * Whether Lance says that a commit lost against another one. Alone this is no proof that the
   * commit did not land: a store that loses the reply to a conditional write makes Lance find its
   * own commit and call that a conflict. Callers look for their own uuid first.
   *
   * @param error what Lance threw
   * @return true for both kinds of commit conflict
   */
  public static boolean isConflict(Exception error) {
    String message = String.valueOf(error.getMessage());
    return message.contains("Retryable commit conflict")
        || message.contains("is incompatible with concurrent transaction");
  }

  /**
   * Whether a dataset, or one version of it, is not there.
   *
   * @param error what Lance threw
   * @return true for a not-found
   */
  public static boolean isNotFound(Exception error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith("Dataset at path ") && message.contains("was not found");
  }

  /**
   * Runs a call that changes nothing durable.
   *
   * @param what what it does, for the error message
   * @param call the call
   * @param <T> its result
   * @return the result
   * @throws StorageException for whatever Lance throws
   */
  public static <T> T reading(String what, Callable<T> call) {
    try {
      return call.call();
    } catch (LinchpinException e) {
      throw e;
    } catch (Exception e) {
      throw failed(what, DataState.UNCHANGED, e);
    }
  }

  /**
   * A storage error.
   *
   * @param what what failed and where
   * @param state what is known of the data
   * @param cause what Lance threw
   * @return the typed error
   */
  public static StorageException failed(String what, DataState state, Exception cause) {
    // The message of a file system exception is often no more than the path.
    String reason =
        cause instanceof IOException || cause.getMessage() == null
            ? cause.toString()
            : cause.getMessage();
    return new StorageException("cannot " + what + ": " + reason, state, cause);
  }
}
