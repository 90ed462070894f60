package dev.linchpin.faultinjection.scenario;

import java.util.Optional;

/**
 * What a process is doing when it is killed.
 *
 * @param name the first part of the names of its cells
 * @param sentence what happens, for people
 * @param shape what exactly
 */
public record Scenario(String name, String sentence, Shape shape) {
  /**
   * The adapter under which the table counts it.
   *
   * @return {@code MUTATION}, or {@code CREATION} for the creation of a graph
   */
  public String adapter() {
    return shape instanceof Shape.Create ? "CREATION" : "MUTATION";
  }

  /** The kinds of scenario. */
  public sealed interface Shape {
    /**
     * A writer is killed.
     *
     * @param base the graph that it finds
     * @param change what it writes
     * @param other what somebody else writes meanwhile
     * @param moment when that happens
     * @param weather the Byteman rules of its surroundings, for instance lost replies
     */
    record Write(
        Base base, Change change, Optional<Change> other, OtherMoment moment, String weather)
        implements Shape {}

    /**
     * A writer was killed before; now the recoverer is killed.
     *
     * @param writer the scenario of the first victim
     * @param point where that was killed
     * @param meddling what else happened before the recoverer came
     */
    record Recover(String writer, String point, Meddling meddling) implements Shape {
      /**
       * What the first victim wrote.
       *
       * @return its change
       */
      public Change change() {
        if (Scenarios.named(writer).shape() instanceof Write write) {
          return write.change();
        }
        throw new IllegalStateException(writer + " is no writer's scenario");
      }
    }

    /** The creator of a graph is killed. */
    record Create() implements Shape {}
  }

  /** The graph that a writer finds. */
  public enum Base {
    /** A few rows in three tables, a fourth table empty. */
    FOUNDED,
    /** The next commit makes the manifest spill part of its history into a lineage segment. */
    LONG_HISTORY,
    /**
     * A fenced writer's effect landed late: a HEAD is past its pointer and no sidecar explains it.
     */
    DRIFTED
  }

  /** When somebody else writes. */
  public enum OtherMoment {
    /** Between the writer's reads and its revalidation. */
    DURING_PREPARE,
    /** After its confirmation, before its publish. */
    AFTER_CONFIRM
  }

  /** What else happens between the writer's end and the recoverer's. */
  public enum Meddling {
    /** Nothing. */
    NONE,
    /** Somebody outside the protocol appends to a table of the intent. */
    FOREIGN_COMMIT,
    /** The same, and the process that is killed is an operator's repair of it. */
    FOREIGN_COMMIT_REPAIRED,
    /** Another process recovers the same intent while this recoverer is about to publish. */
    RIVAL_RECOVERER
  }
}
