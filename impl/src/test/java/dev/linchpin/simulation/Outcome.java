package dev.linchpin.simulation;

import dev.linchpin.error.LinchpinException;
import dev.linchpin.error.OutcomeUnknownException;
import dev.linchpin.write.WriteReport;

/** What a client learnt of its request. */
sealed interface Outcome {
  /** It was told that the write is published. */
  record Acknowledged(WriteReport<String> report) implements Outcome {}

  /** It was told that the write is not published and never will be. */
  record Failed(LinchpinException error) implements Outcome {}

  /** It was told that nobody knows yet. */
  record Unknown(OutcomeUnknownException error) implements Outcome {}

  /** Its process ended. */
  record Crashed() implements Outcome {}
}
