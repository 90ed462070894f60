package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.linchpin.protocol.BranchTarget;
import dev.linchpin.protocol.CommitId;
import dev.linchpin.protocol.EffectKind;
import dev.linchpin.protocol.EffectTarget;
import dev.linchpin.protocol.LineageIntent;
import dev.linchpin.protocol.ManifestDelta;
import dev.linchpin.protocol.OperationId;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.protocol.PostState;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.RecoveryPlan;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.protocol.WriterKind;
import dev.linchpin.spi.IntentStore.IntentRead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar is read back exactly or not at all, and what is not understood is left alone. */
class SidecarStoreTest {
  private static final TableId PERSON = new TableId("t-person");
  private static final TableId KNOWS = new TableId("t-knows");
  private static final OperationId OPERATION = new OperationId("op-1");
  private static final String NAME = "op-1.json";

  @TempDir Path directory;
  private Path folder;
  private SidecarStore store;

  @BeforeEach
  void openStore() {
    folder = directory.resolve("__recovery");
    store = new SidecarStore(new LocalBlobs(folder));
  }

  private static RecoveryIntent full() {
    BranchTarget target = new BranchTarget("main", "incarnation-1");
    return new RecoveryIntent(
        OPERATION,
        WriterKind.MUTATION,
        target,
        new OwnerId("process-1", "process 7 on \"höst\""),
        false,
        41,
        new ReadSet(
            target,
            "schema-1",
            Optional.of(new CommitId("c-40")),
            Map.of(PERSON, new TableToken(3, 2), KNOWS, new TableToken(9, 0))),
        List.of(
            target(KNOWS, EffectKind.INLINE, new PostState.BoundedRange(10, 12)),
            target(PERSON, EffectKind.STAGED, new PostState.Exact(4)),
            target(PERSON, EffectKind.REF_ONLY, new PostState.AdapterConfirmed()),
            target(PERSON, EffectKind.ZERO_COMMIT, new PostState.Exact(3))),
        new RecoveryPlan(RecoveryPlan.Direction.ROLL_BACK),
        new ManifestDelta(Set.of(PERSON, KNOWS)),
        new LineageIntent(
            new CommitId("c-42"),
            new CommitId("r-42"),
            "Zoë\n\u0000",
            Optional.of("request-1"),
            Instant.parse("2026-01-02T03:04:05.678901234Z")),
        new RecoveryIntent.Phase.Armed());
  }

  private static EffectTarget target(TableId table, EffectKind kind, PostState postState) {
    return new EffectTarget(
        table, "tables/" + table + ".lance", new TableToken(3, 2), "uuid-" + kind, kind, postState);
  }

  /** Everything optional is absent, every collection empty. */
  private static RecoveryIntent bare() {
    RecoveryIntent full = full();
    return new RecoveryIntent(
        OPERATION,
        WriterKind.MUTATION,
        full.target(),
        full.owner(),
        true,
        1,
        new ReadSet(full.target(), "", Optional.empty(), Map.of()),
        List.of(),
        full.plan(),
        new ManifestDelta(Set.of()),
        new LineageIntent(
            new CommitId("c"), new CommitId("r"), "", Optional.empty(), Instant.EPOCH),
        new RecoveryIntent.Phase.Confirmed(Map.of()));
  }

  @Test
  void everyFieldOfAnIntentIsReadBackInEveryPhase() {
    assertThat(store.list()).isEmpty();
    RecoveryIntent confirmed = full().confirmed(Map.of(PERSON, 4L, KNOWS, Long.MAX_VALUE));
    for (RecoveryIntent intent :
        List.of(full(), full().handedOver(), confirmed, confirmed.handedOver(), bare())) {
      store.put(intent);
      assertThat(store.list()).containsExactly(NAME);
      assertThat(store.read(NAME)).isEqualTo(new IntentRead.Readable(intent));
    }
    store.remove(OPERATION);
    assertThat(store.list()).isEmpty();
    assertThat(store.read(NAME)).isEqualTo(new IntentRead.Vanished());
    store.remove(OPERATION);
  }

  private void refuses(byte[] content, String name, String reason) throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(name);
    Files.write(file, content);
    assertThat(store.list()).contains(name);
    assertThat(store.read(name))
        .isInstanceOfSatisfying(
            IntentRead.Unreadable.class,
            unreadable -> {
              assertThat(unreadable.name()).isEqualTo(name);
              assertThat(unreadable.reason()).contains(reason);
            });
    assertThat(Files.readAllBytes(file)).as("left as it is").isEqualTo(content);
    Files.delete(file);
  }

  private void refuses(String content, String reason) throws IOException {
    refuses(content.getBytes(StandardCharsets.UTF_8), NAME, reason);
  }

  @Test
  void everyTruncationOfASidecarIsUnreadable() throws IOException {
    byte[] whole = IntentCodec.write(full()).getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < whole.length; length++) {
      refuses(Arrays.copyOf(whole, length), NAME, "not");
    }
  }

  @Test
  void garbageNewerFormatsAndStrangersAreUnreadableAndSayWhy() throws IOException {
    String good = IntentCodec.write(full());
    refuses("", "not a JSON object");
    refuses("null", "not a JSON object");
    refuses("[]", "not a JSON object");
    refuses("{}", "'format' is missing");
    refuses("{\"format\":\"something else\"}", "not a recovery intent");
    refuses(good + "{}", "not JSON");
    refuses(good.replace("\"formatVersion\":1", "\"formatVersion\":2"), "format version 2");
    refuses(good.replace("\"formatVersion\":1", "\"formatVersion\":0"), "format version 0");
    refuses(good.replace("\"formatVersion\":1", "\"formatVersion\":\"1\""), "not an integer");
    refuses(good.replace("\"phase\":\"armed\"", "\"phase\":\"ended\""), "unknown phase 'ended'");
    refuses(good.replace("MUTATION", "MERGE"), "MERGE");
    refuses(good.replace("ROLL_BACK", "ROLL_ON"), "ROLL_ON");
    refuses(good.replace("\"abandoned\":false", "\"abandoned\":0"), "'abandoned'");
    refuses(good.replace("\"baseVersion\":41", "\"baseVersion\":41.0"), "'baseVersion'");
    refuses(good.replace("\"baseVersion\":41", "\"baseVersion\":99999999999999999999"), "'base");
    refuses(good.replaceFirst("\\{", "{\"later\":true,"), "more than this code understands");
    refuses(good.replaceFirst("\\{", "{\"abandoned\":true,"), "Duplicate");
    refuses(good.replace("op-1", "op-2"), "op-2");
    byte[] notText = good.getBytes(StandardCharsets.ISO_8859_1);
    refuses(notText, NAME, "not UTF-8");
    refuses(good.getBytes(StandardCharsets.UTF_16), NAME, "not UTF-8");
    refuses(new byte[1 << 20], NAME, "not JSON");
    refuses(good.getBytes(StandardCharsets.UTF_8), "other.json", "belongs elsewhere");
    refuses(good.getBytes(StandardCharsets.UTF_8), "op-1", "no sidecar has such a name");
    Files.createDirectories(folder.resolve("a folder"));
    assertThat(store.list()).containsExactly("a folder");
    assertThat(store.read("a folder")).isInstanceOf(IntentRead.Unreadable.class);
  }

  @Test
  void everyFieldIsRequired() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode whole =
        (ObjectNode) mapper.readTree(IntentCodec.write(full().confirmed(Map.of(PERSON, 4L))));
    for (Map.Entry<String, JsonNode> field : whole.properties()) {
      ObjectNode without = whole.deepCopy();
      without.remove(field.getKey());
      refuses(mapper.writeValueAsString(without), "'" + field.getKey() + "' is missing");
    }
  }
}
