package dev.linchpin.lance.storage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of a few threads that read through what this process remembers of a chain,
 * while versions are committed and the chain begins again: a read never says less than the store.
 * Two memories that are known to be broken show that the search can fail.
 */
class SharedReadsInterleavingsTest {
  /** A version, by its number and by what tells it from that number of another chain. */
  record Version(int number, int incarnation) {}

  /** A chain of versions as a store has it: every call is one step. */
  static final class Store implements ChainEnd.Chain<Version> {
    private Version newest = new Version(1, 0);

    synchronized int commit() {
      newest = new Version(newest.number() + 1, newest.incarnation());
      return newest.number();
    }

    @Override
    public synchronized Version listed() {
      return newest;
    }

    @Override
    public synchronized Optional<Version> at(long version) {
      return version <= newest.number()
          ? Optional.of(new Version((int) version, newest.incarnation()))
          : Optional.empty();
    }

    @Override
    public Optional<Version> after(Version version) {
      return at(version.number() + 1);
    }

    @Override
    public long number(Version version) {
      return version.number();
    }

    @Override
    public void close(Version version) {}
  }

  /** Reads and commits, with some memory in between. */
  public abstract static class Reads {
    final Store store = new Store();

    abstract int read();

    /** A commit, known to its caller by its number. */
    @Operation
    public int commit() {
      return store.commit();
    }

    /** What the newest version says. */
    @Operation
    public int newest() {
      return read();
    }
  }

  /** What a version says: its incarnation and number as digits. */
  private static int says(Version version) {
    return 100 * version.incarnation() + version.number();
  }

  /** The real memory: where to begin to look, and what was read last. */
  public static final class Remembering extends Reads {
    private final ChainEnd<Version> end = new ChainEnd<>(store, 1, () -> 0);
    private final LastRead<Integer> last = new LastRead<>();

    @Override
    int read() {
      Version newest = end.open();
      String uuid = newest.incarnation() == 0 ? "first" : "second";
      Optional<Integer> known = last.of(newest.number(), uuid);
      if (known.isPresent()) {
        return known.get();
      }
      int says = says(newest);
      last.remember(newest.number(), uuid, says);
      return says;
    }
  }

  /** Asks the store itself each time. */
  public static final class OneAtATime extends Reads {
    @Override
    int read() {
      return says(store.listed());
    }
  }

  /** Looks for the next version once only and takes what it finds for the newest. */
  public static final class StepsOnce extends Reads {
    private volatile Version seen = new Version(1, 0);

    @Override
    int read() {
      Version next = store.after(seen).orElse(seen);
      seen = next;
      return says(next);
    }
  }

  /** Keeps the number apart from what that version says. */
  public static final class TornMemory extends Reads {
    private volatile int number;
    private volatile int says;

    @Override
    int read() {
      Version newest = store.listed();
      if (number == newest.number()) {
        return says;
      }
      number = newest.number();
      says = says(newest);
      return says;
    }
  }

  private static void search(Class<? extends Reads> subject) {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        // For a machine that is busy; that all threads wait is seen at once.
        .invocationTimeout$lincheck(60_000)
        .sequentialSpecification(OneAtATime.class)
        .check(subject);
  }

  private static void finds(Class<? extends Reads> subject) {
    assertThatThrownBy(() -> search(subject))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  @Test
  void aReadIsAsFreshAsTheStoreHoweverOldTheSightingsAreThatOthersLeave() {
    search(Remembering.class);
  }

  @Test
  void aMemoryThatLooksOneStepAheadOnlyIsFoundToBeStale() {
    finds(StepsOnce.class);
  }

  @Test
  void aMemoryInTwoPartsIsFoundToMixVersions() {
    finds(TornMemory.class);
  }
}
