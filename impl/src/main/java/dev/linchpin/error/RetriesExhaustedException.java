package dev.linchpin.error;

import java.util.List;

/** The bounded restarts are used up; each lost to somebody else's progress (seed section 4.4). */
public final class RetriesExhaustedException extends LinchpinException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> causes;

  /**
   * Reports it.
   *
   * @param causes why each attempt restarted, in order
   * @param dataState what is known of the data
   */
  public RetriesExhaustedException(List<String> causes, DataState dataState) {
    super(
        "gave up after "
            + causes.size()
            + " attempts; the last one: "
            + causes.get(causes.size() - 1),
        dataState,
        true,
        "retry later or with less contention",
        null);
    this.causes = List.copyOf(causes);
  }

  /**
   * Why each attempt restarted.
   *
   * @return one sentence per attempt, in order
   */
  public List<String> causes() {
    return causes == null ? List.of() : causes;
  }
}
