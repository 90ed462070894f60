package dev.linchpin.protocol;

import java.util.Objects;

/**
 * The process that armed an intent.
 *
 * @param process a token unique to one life of one process
 * @param description host and process number, for people
 */
public record OwnerId(String process, String description) {
  /** Both parts are required. */
  public OwnerId {
    Identifiers.requireFileNameSafe("process token", process);
    Objects.requireNonNull(description, "description");
  }
}
