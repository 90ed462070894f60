package dev.linchpin.faultinjection.zombie;

import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.ReadSet.Mismatch;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import java.util.Map;
import java.util.Optional;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/** What broken products would do. Not final, since Byteman makes a subclass of it. */
public class ZombieSabotageHelper extends Helper {
  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public ZombieSabotageHelper(Rule rule) {
    super(rule);
  }

  /**
   * An arbitration that knows no epochs.
   *
   * @param readSet what was captured
   * @param fresh the manifest now
   * @return the first table whose pointer has moved
   */
  public Optional<Mismatch> ignoringEpochs(ReadSet readSet, ManifestState fresh) {
    for (Map.Entry<TableId, TableToken> member : readSet.tables().entrySet()) {
      TableHead head = fresh.head(member.getKey());
      if (head.version() != member.getValue().version()) {
        return Optional.of(new Mismatch(head.name(), "another", "version"));
      }
    }
    return Optional.empty();
  }
}
