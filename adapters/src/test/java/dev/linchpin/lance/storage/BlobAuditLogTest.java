package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.UnsupportedFormatException;
import dev.linchpin.protocol.AuditRecord;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.RepairRecord;
import dev.linchpin.protocol.TableId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit record is written once for an operation and kind, however often it is recorded. */
class BlobAuditLogTest {
  private static final OperationId OPERATION = new OperationId("op-1");

  @TempDir Path directory;

  private static AuditRecord record(AuditRecord.Kind kind, String detail) {
    return new AuditRecord(
        OPERATION,
        kind,
        new CommitId("r-1"),
        new OwnerId("process-1", "process 7 on host"),
        Instant.parse("2026-01-02T03:04:05.678901234Z"),
        detail);
  }

  @Test
  void theFirstRecordOfAKindStaysAndEveryFieldOfItIsReadBack() {
    BlobAuditLog log = BlobAuditLog.of(new GraphLayout(directory));
    assertThat(log.of(OPERATION)).isEmpty();
    assertThat(directory.resolve("__audit")).doesNotExist();
    List<AuditRecord> expected = new ArrayList<>();
    for (AuditRecord.Kind kind : AuditRecord.Kind.values()) {
      AuditRecord first = record(kind, "the \"first\"\n");
      expected.add(first);
      log.record(first);
      log.record(first);
      log.record(record(kind, "a second recoverer"));
      assertThat(log.of(OPERATION)).isEqualTo(expected);
    }
    assertThat(log.of(new OperationId("op-10"))).isEmpty();
  }

  @Test
  void aRecordThatIsNotUnderstoodIsRefusedByNameAndNeverReplaced() throws Exception {
    BlobAuditLog log =
        new BlobAuditLog(new LocalBlobs(directory), new LocalBlobs(directory.resolve("repairs")));
    Path file = directory.resolve("op-1.ROLLED_BACK.json");
    for (String content : List.of("", "{", "{\"formatVersion\":2}", "{\"formatVersion\":1}")) {
      Files.writeString(file, content);
      assertThatThrownBy(() -> log.of(OPERATION))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("op-1.ROLLED_BACK.json");
      log.record(record(AuditRecord.Kind.ROLLED_BACK, "again"));
      assertThat(file).hasContent(content);
    }
  }

  private static RepairRecord repair(String table, long realigned, int second) {
    return new RepairRecord(
        new TableId(table),
        "Person",
        4,
        realigned,
        List.of(new RepairRecord.Voided(5, "uuid-5"), new RepairRecord.Voided(6, "\"torn\"\n")),
        "olga",
        "token-" + second,
        new OwnerId("process-1", "process 7 on host"),
        Instant.parse("2026-01-02T03:04:05.678901234Z").plusSeconds(second));
  }

  @Test
  void theFirstRepairRecordOfATableAndVersionStaysAndTheyAreListedOldestFirst() {
    BlobAuditLog log = BlobAuditLog.of(new GraphLayout(directory));
    assertThat(log.repairs()).isEmpty();
    assertThat(directory.resolve("__repairs")).doesNotExist();
    log.recordRepair(repair("t-1", 7, 2));
    log.recordRepair(repair("t-1", 7, 1));
    log.recordRepair(repair("t-1", 9, 3));
    log.recordRepair(repair("t-2", 7, 0));
    assertThat(log.repairs())
        .containsExactly(repair("t-2", 7, 0), repair("t-1", 7, 2), repair("t-1", 9, 3));
  }

  @Test
  void aRepairRecordThatIsNotUnderstoodIsRefusedByNameAndNeverReplaced() throws Exception {
    BlobAuditLog log = BlobAuditLog.of(new GraphLayout(directory));
    RepairRecord record = repair("t-1", 6, 0);
    log.recordRepair(record);
    assertThat(log.repairs()).containsExactly(record);
    Path file = directory.resolve("__repairs").resolve("t-1.6.json");
    String good = Files.readString(file);
    for (String content :
        List.of("", "{", good.replace(":1,", ":2,"), good.replace("REPAIRED_TABLE", "OTHER"))) {
      Files.writeString(file, content);
      assertThatThrownBy(log::repairs)
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("t-1.6.json");
      log.recordRepair(record);
      assertThat(file).hasContent(content);
    }
  }
}
