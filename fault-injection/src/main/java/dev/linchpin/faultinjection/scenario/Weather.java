package dev.linchpin.faultinjection.scenario;

/**
 * Byteman rules that make a scenario's surroundings, apart from the rule that kills: lost messages,
 * somebody else's write at an exact moment, a process that stalls.
 */
final class Weather {
  private static final String AUTHORITY = "dev.linchpin.lance.storage.LanceManifestAuthority";
  private static final String SIDECARS = "dev.linchpin.lance.storage.SidecarStore";
  private static final String TABLES = "dev.linchpin.lance.storage.LanceTableSubstrate";

  private static final String LOST =
      "throw new dev.linchpin.error.StorageException(\"the message was lost\", cause())";

  private Weather() {}

  static String otherWritesAfterConfirm() {
    return rule(
        "other",
        "dev.linchpin.write.ArmedAttempt",
        "confirmEffects",
        "AT EXIT",
        "first(\"other\")",
        "otherWrites()");
  }

  static String publishReplyLost() {
    return rule("reply", AUTHORITY, "compareAndSet", "AT EXIT", "first(\"reply\")", LOST);
  }

  static String publishRequestLost() {
    return rule("request", AUTHORITY, "compareAndSet", "AT ENTRY", "first(\"request\")", LOST);
  }

  /** The second sidecar put of the process is the confirmation. */
  static String confirmReplyLost() {
    return rule("confirm", SIDECARS, "put", "AT EXIT", "nth(\"confirm\", 2)", LOST);
  }

  /** The process stops before its table commit until it is told to go on. */
  static String stallBeforeEffect() {
    return rule(
        "stall",
        TABLES,
        "commit(dev.linchpin.protocol.OperationId,dev.linchpin.protocol.PlannedEffect)",
        "AT ENTRY",
        "TRUE",
        "stall()");
  }

  /** The process stops before its first manifest commit until it is told to go on. */
  static String stallBeforePublish() {
    return rule("stall", AUTHORITY, "compareAndSet", "AT ENTRY", "first(\"stall\")", "stall()");
  }

  private static String rule(
      String name, String type, String method, String location, String condition, String action) {
    return String.join(
        "\n",
        "RULE weather: " + name,
        "CLASS " + type,
        "METHOD " + method,
        "HELPER " + WeatherHelper.class.getName(),
        location,
        "IF " + condition,
        "DO " + action,
        "ENDRULE",
        "",
        "");
  }
}
