package dev.linchpin.faultinjection.table;

/**
 * The product with one obligation switched off by a Byteman rule, and the cell of the crash table
 * in which that is played. What must notice is said by the test that uses it.
 */
enum Weakening {
  SKIPS_THE_BARRIER(
      "recovery before base capture (3.1, 4.1)",
      "one-insert/ConfirmEffects@exit",
      Party.NEXT,
      "dev.linchpin.recovery.RecoveryBarrier",
      "pass(java.util.Optional,java.util.function.Predicate,java.time.Duration)",
      "AT ENTRY",
      "TRUE",
      "RETURN new dev.linchpin.observe.RecoveryReport(java.util.List.of())"),
  ARMS_AFTER_THE_EFFECT(
      "no durable effect before durable intent (3.2)",
      "one-insert/ApplyEffect/table commit@exit",
      Party.VICTIM,
      "dev.linchpin.lance.storage.SidecarStore",
      "put",
      "AT ENTRY",
      "first()",
      "RETURN"),
  DROPS_READ_ONLY_DEPENDENCIES(
      "complete read set at publish (2.2, 3.3)",
      "lost-publish/FinalizeWrite#2@exit",
      Party.VICTIM,
      "dev.linchpin.protocol.ReadSet",
      "firstMismatch",
      "AT ENTRY",
      "TRUE",
      "RETURN writtenTablesOnly($0, $1)"),
  REUSES_STALE_EXPECTATIONS(
      "recompute, do not patch (3.4)",
      "restart/Revalidate#3@exit",
      Party.VICTIM,
      "dev.linchpin.write.WriteCoordinator",
      "captureBase",
      "AT EXIT",
      "TRUE",
      "RETURN firstBase($!)"),
  DELETES_THE_SIDECAR_ON_FAILURE(
      "a failure after arming keeps the sidecar (4.6)",
      "lost-publish/Restart@exit",
      Party.VICTIM,
      "dev.linchpin.write.ArmedAttempt",
      "handOver",
      "AT ENTRY",
      "TRUE",
      "removeOwn($0.protocol, $0.write); RETURN"),
  DOES_NOT_READ_THE_SIDECAR_AGAIN(
      "evidence is fresh under the gates (4.1)",
      "two-tables/ApplyEffect/table commit@exit",
      Party.NEXT,
      "dev.linchpin.recovery.IntentResolver",
      "discoverIntents",
      "AT ENTRY",
      "TRUE",
      "RETURN readUnseen($0.protocol, $1)"),
  REVERSES_THE_GATES(
      "gates in one total order (4.3)",
      "two-tables/AcquireGates@exit",
      Party.VICTIM,
      "dev.linchpin.gates.GateManager",
      "inOrder",
      "AT EXIT",
      "TRUE",
      "RETURN reversed($!)"),
  SKIPS_THE_EPOCH(
      "no destruction without a fencing proof (4.1)",
      "two-tables/ApplyEffect/table commit@exit",
      Party.NEXT,
      "dev.linchpin.recovery.IntentResolver",
      "bumpEpochs",
      "AT ENTRY",
      "TRUE",
      "RETURN true"),
  PUBLISHES_TWICE(
      "exactly one manifest commit (4.7)",
      "one-insert/ReleaseGates@exit",
      Party.VICTIM,
      "dev.linchpin.write.ArmedAttempt",
      "publishManifest",
      "AT EXIT",
      "TRUE",
      "publishAgain($0.protocol, $0.write, $2)"),
  ACKNOWLEDGES_BEFORE_THE_CAS(
      "acknowledged means visible (4.7)",
      "one-insert/ReleaseGates@exit",
      Party.VICTIM,
      "dev.linchpin.write.ArmedAttempt",
      "publishManifest",
      "AT ENTRY",
      "TRUE",
      "RETURN dev.linchpin.spi.ManifestAuthority$CasOutcome.WON"),
  FINALIZES_BEFORE_THE_CAS(
      "the sidecar goes last (4.8)",
      "one-insert/PublishManifest/manifest commit@entry",
      Party.VICTIM,
      "dev.linchpin.write.ArmedAttempt",
      "publishManifest",
      "AT ENTRY",
      "TRUE",
      "removeOwn($0.protocol, $0.write)");

  /** Whose code is weakened. */
  enum Party {
    VICTIM,
    NEXT
  }

  final String obligation;
  final String cell;
  private final Party party;
  private final String type;
  private final String method;
  private final String location;
  private final String condition;
  private final String action;

  Weakening(
      String obligation,
      String cell,
      Party party,
      String type,
      String method,
      String location,
      String condition,
      String action) {
    this.obligation = obligation;
    this.cell = cell;
    this.party = party;
    this.type = type;
    this.method = method;
    this.location = location;
    this.condition = condition;
    this.action = action;
  }

  CellRunner.Sabotage sabotage() {
    String rule =
        String.join(
            "\n",
            "RULE without: " + name(),
            "CLASS " + type,
            "METHOD " + method,
            "HELPER " + WeakeningHelper.class.getName(),
            location,
            "IF " + condition,
            "DO " + action,
            "ENDRULE",
            "",
            "");
    return party == Party.VICTIM
        ? new CellRunner.Sabotage(rule, "")
        : new CellRunner.Sabotage("", rule);
  }
}
