package dev.linchpin.faultinjection.table;

import dev.linchpin.Protocol;
import dev.linchpin.gates.GateKey;
import dev.linchpin.protocol.BaseView;
import dev.linchpin.protocol.ManifestEdits;
import dev.linchpin.protocol.ManifestState;
import dev.linchpin.protocol.PreparedWrite;
import dev.linchpin.protocol.ReadSet;
import dev.linchpin.protocol.TableHead;
import dev.linchpin.protocol.TableId;
import dev.linchpin.protocol.TableToken;
import dev.linchpin.spi.IntentStore.IntentRead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.byteman.rule.Rule;
import org.jboss.byteman.rule.helper.Helper;

/** What a product without an obligation does. Not final, since Byteman makes a subclass of it. */
public class WeakeningHelper extends Helper {
  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final AtomicReference<BaseView> FIRST = new AtomicReference<>();

  /**
   * Called by Byteman.
   *
   * @param rule the rule that calls
   */
  public WeakeningHelper(Rule rule) {
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
   * Arbitrates as if the nodes that an edge needs were nobody's business.
   *
   * @param readSet the complete read set
   * @param fresh the manifest
   * @return the first mismatch among the other tables
   */
  public Optional<ReadSet.Mismatch> writtenTablesOnly(ReadSet readSet, ManifestState fresh) {
    Set<String> endpoints = Set.of("Person", "City");
    for (Map.Entry<TableId, TableToken> member : new TreeMap<>(readSet.tables()).entrySet()) {
      TableHead head = fresh.head(member.getKey());
      if (!endpoints.contains(head.name()) && !head.token().equals(member.getValue())) {
        return Optional.of(new ReadSet.Mismatch(head.name(), "one token", "another"));
      }
    }
    return Optional.empty();
  }

  /**
   * Plans every attempt on the base of the first.
   *
   * @param base the fresh base
   * @return the first one
   */
  public BaseView firstBase(BaseView base) {
    FIRST.compareAndSet(null, base);
    return FIRST.get();
  }

  /**
   * Tidies the intent away.
   *
   * @param protocol the graph
   * @param write whose
   */
  public void removeOwn(Protocol protocol, PreparedWrite write) {
    protocol.intents().remove(write.operationId());
  }

  /**
   * Takes what was read before the gates for what is there.
   *
   * @param protocol the graph
   * @param name the sidecar
   * @return what it says
   */
  public IntentRead readUnseen(Protocol protocol, String name) {
    return protocol.intents().read(name);
  }

  /**
   * The wrong order.
   *
   * @param keys keys in the total order
   * @return the other way round
   */
  public List<GateKey> reversed(List<GateKey> keys) {
    List<GateKey> reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * One more manifest commit for the same operation.
   *
   * @param protocol the graph
   * @param write the operation
   * @param achieved where its effects landed
   */
  public void publishAgain(Protocol protocol, PreparedWrite write, Map<TableId, Long> achieved) {
    ManifestState fresh = protocol.authority().read();
    protocol
        .authority()
        .compareAndSet(
            fresh,
            ManifestEdits.publish(
                fresh,
                write.operationId(),
                write.writerKind(),
                write.lineageIntent().orElseThrow(),
                write.manifestDelta().bind(achieved)));
  }
}
