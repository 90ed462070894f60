package dev.linchpin.error;

/**
 * The root of every error that this library reports. Each says what happened to the data, whether a
 * retry is safe, and what an operator does next.
 */
public abstract sealed class LinchpinException extends RuntimeException
    permits AlreadyExistsException,
        ConstraintViolationException,
        InvalidInputException,
        LiveWriterContentionException,
        NotAGraphException,
        OutcomeUnknownException,
        ReadSetConflictException,
        RecoveryRequiredException,
        ResourceLimitException,
        RetriesExhaustedException,
        StaleConfirmationException,
        StorageException,
        UnsupportedFormatException,
        UnverifiableEffectException {
  private static final long serialVersionUID = 1L;

  private final String summary;
  private final DataState dataState;
  private final boolean retrySafe;
  private final String remedy;

  LinchpinException(
      String message, DataState dataState, boolean retrySafe, String remedy, Throwable cause) {
    super(message + " [data: " + dataState.sentence + "; " + remedy + "]", cause);
    this.summary = message;
    this.dataState = dataState;
    this.retrySafe = retrySafe;
    this.remedy = remedy;
  }

  /**
   * What happened, alone; {@link #getMessage()} adds the state of the data and the remedy, for
   * logs.
   *
   * @return the message without its brackets
   */
  public String summary() {
    return summary;
  }

  /**
   * What happened to the data.
   *
   * @return never null
   */
  public DataState dataState() {
    return dataState;
  }

  /**
   * Whether repeating the same request can neither double nor lose anything.
   *
   * @return true if a retry is safe
   */
  public boolean retrySafe() {
    return retrySafe;
  }

  /**
   * What to do next.
   *
   * @return one sentence
   */
  public String remedy() {
    return remedy;
  }

  /** What an error means for the data. */
  public enum DataState {
    /** Nothing was changed. */
    UNCHANGED("nothing was changed"),
    /** Physical effects may exist; they are invisible and can only be rolled back. */
    NOT_PUBLISHED("nothing was published; leftovers are invisible and will be rolled back"),
    /** The write may have been published, or may still be. */
    UNKNOWN("the write may have been published, or may still be");

    private final String sentence;

    DataState(String sentence) {
      this.sentence = sentence;
    }

    /**
     * For people.
     *
     * @return a clause without a full stop
     */
    public String sentence() {
      return sentence;
    }
  }
}
