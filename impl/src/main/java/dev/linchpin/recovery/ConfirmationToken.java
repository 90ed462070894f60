package dev.linchpin.recovery;

import dev.linchpin.recovery.RepairPreview.CommitLook;
import dev.linchpin.recovery.RepairPreview.IntentLook;
import dev.linchpin.recovery.RepairPreview.TableLook;
import dev.linchpin.spi.TableSubstrate.TableCommit;
import dev.linchpin.spi.TableSubstrate.TableCommit.UnreadableCommit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The token of a preview: a digest of the whole, which decides, and a short one of each part, which
 * only tells what has changed since.
 */
final class ConfirmationToken {
  private static final int WHOLE_BYTES = 10;
  private static final int PART_BYTES = 2;

  private ConfirmationToken() {}

  static String of(RepairPreview preview) {
    Map<String, String> parts = parts(preview);
    StringBuilder token = new StringBuilder(whole(preview, parts));
    parts.values().forEach(part -> token.append('-').append(digest(part, PART_BYTES)));
    return token.toString();
  }

  /** What is different now from what was confirmed. */
  static String difference(RepairPreview now, String confirmed) {
    if (now.toRepair().isEmpty()) {
      return "nothing needs a repair now";
    }
    List<String> then = new ArrayList<>(Arrays.asList(confirmed.split("-", -1)));
    then.remove(0);
    List<String> changed = new ArrayList<>();
    parts(now)
        .forEach(
            (name, part) -> {
              if (!then.remove(digest(part, PART_BYTES))) {
                changed.add(name + " is not as it was shown");
              }
            });
    if (!then.isEmpty()) {
      changed.add(then.size() + " of the tables and intents that were shown are not so any more");
    }
    return changed.isEmpty()
        ? "the token is not of this graph, or not complete"
        : String.join("; ", changed);
  }

  private static String whole(RepairPreview preview, Map<String, String> parts) {
    return digest(preview.incarnation() + "\n" + String.join("\n", parts.values()), WHOLE_BYTES);
  }

  /** From each part's name, for people, to the text that is digested. */
  private static Map<String, String> parts(RepairPreview preview) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (TableLook table : preview.toRepair()) {
      StringBuilder text = new StringBuilder("table ").append(table.head().id());
      text.append(' ').append(table.head().version()).append(' ').append(table.head().epoch());
      text.append(' ').append(table.headSeen());
      for (CommitLook commit : table.beyond()) {
        text.append('\n').append(identity(commit.commit()));
      }
      parts.put(
          "table "
              + table.head().name()
              + " (published version "
              + table.head().version()
              + ", newest version "
              + table.headSeen()
              + ")",
          text.toString());
    }
    for (IntentLook look : preview.intents()) {
      parts.put(
          "intent " + look.operation(),
          "intent " + look.operation() + ' ' + look.intent().phase() + ' ' + look.repaired());
    }
    return parts;
  }

  /** Why a version cannot be read may be put in other words the next time. */
  private static String identity(TableCommit commit) {
    return commit instanceof UnreadableCommit unreadable
        ? unreadable.version() + " unreadable"
        : commit.toString();
  }

  private static String digest(String text, int bytes) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
