package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Deed;

/**
 * One call of a write, and what its caller was told.
 *
 * @param label how the identities that it minted begin; no two calls of a case share one
 * @param deed what it asked for
 * @param answer what came back
 */
record Told(String label, Deed deed, Answer answer) {
  /** What came back from a write. */
  sealed interface Answer {
    /** It succeeded. */
    record Acknowledged(String operation, String commit, long manifestVersion) implements Answer {}

    /** It failed, for certain. */
    record Failed(String error) implements Answer {}

    /** Its outcome is unknown. */
    record Unknown(String operation) implements Answer {}

    /** The process died before it could answer. */
    record Nothing() implements Answer {}

    /** An error that is not one of the library's, or an answer that makes no sense. */
    record Broken(String text) implements Answer {}
  }

  static Told of(String label, Deed deed, WorkerJvm.Answer answer) {
    return new Told(label, deed, parse(answer));
  }

  private static Answer parse(WorkerJvm.Answer answer) {
    if (answer.gone()) {
      return new Answer.Nothing();
    }
    String[] words = answer.text().split(" ");
    return switch (words[0]) {
      case "ACK" -> new Answer.Acknowledged(words[1], words[2], Long.parseLong(words[3]));
      case "UNKNOWN" -> new Answer.Unknown(words[1]);
      case "FAILED" ->
          words[2].equals("UNKNOWN")
              ? new Answer.Broken("unknown without an operation: " + answer.text())
              : new Answer.Failed(answer.text());
      default -> new Answer.Broken(answer.text());
    };
  }

  /** One word for a table. */
  String word() {
    if (answer instanceof Answer.Acknowledged) {
      return "success";
    } else if (answer instanceof Answer.Failed) {
      return "failure";
    } else if (answer instanceof Answer.Unknown) {
      return "unknown";
    } else if (answer instanceof Answer.Nothing) {
      return "nothing";
    }
    return "nonsense";
  }
}
