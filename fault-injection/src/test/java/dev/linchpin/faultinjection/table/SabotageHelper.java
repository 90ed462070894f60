package dev.linchpin.faultinjection.table;

import dev.linchpin.Protocol;
import dev.linchpin.observe.RecoveryReport.IntentOutcome;
import dev.linchpin.observe.RecoveryReport.Resolution;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.RecoveryIntent;
import dev.linchpin.protocol.TableId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/** What broken products would do. Not final, since Byteman makes a subclass of it. */
public class SabotageHelper extends Helper {
  private static final AtomicInteger CALLS = new AtomicInteger();

  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public SabotageHelper(Rule rule) {
    super(rule);
  }

  /**
   * Whether this is the first call.
   *
   * @return true once
   */
  public boolean first() {
    return CALLS.incrementAndGet() == 1;
  }

  /**
   * A recovery that only tidies up.
   *
   * @param protocol the graph
   * @param intent the intent, deleted unresolved
   * @return a cheerful outcome
   */
  public IntentOutcome discard(Protocol protocol, RecoveryIntent intent) {
    protocol.intents().remove(intent.operation());
    return new IntentOutcome(
        intent.operation() + ".json",
        Optional.of(intent.operation()),
        Resolution.COMPLETED_BY_ANOTHER,
        "discarded");
  }

  /**
   * A recovery that takes whatever is live: the pointer goes where HEAD is.
   *
   * @param protocol the graph
   * @param table the table
   * @return true
   */
  public boolean adoptHead(Protocol protocol, TableId table) {
    ManifestState fresh = protocol.authority().read();
    long head = protocol.tables().head(fresh.head(table).path());
    protocol.authority().compareAndSet(fresh, ManifestEdits.repoint(fresh, table, head));
    return true;
  }

  /**
   * A recovery that removes the intent before it says why.
   *
   * @param protocol the graph
   * @param intent the intent
   */
  public void removeEarly(Protocol protocol, RecoveryIntent intent) {
    protocol.intents().remove(intent.operation());
  }
}
