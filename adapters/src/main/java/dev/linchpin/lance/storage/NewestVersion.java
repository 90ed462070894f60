package dev.linchpin.lance.storage;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.lance.Dataset;
import org.lance.ReadOptions;

/**
 * Opens the newest version of one dataset at a cost that does not grow with its history.
 *
 * <p>Lance finds the newest version by listing all of them; {@link ChainEnd} follows the chain from
 * where it was seen last. That would be wrong only after a cleanup that removed n + 1 but spared n;
 * therefore a sighting is trusted for a few seconds only, and commits never rely on it: Lance
 * itself arbitrates them.
 */
final class NewestVersion {
  /** Below so many versions a listing costs less than looking for a version that is absent. */
  private static final long LISTED_BELOW = 512;

  private final String uri;
  private final BufferAllocator allocator;
  private final ChainEnd<Dataset> end;

  NewestVersion(String uri, BufferAllocator allocator) {
    this(uri, allocator, LISTED_BELOW);
  }

  /** For tests: follows chains of this length or more. */
  NewestVersion(String uri, BufferAllocator allocator, long listedBelow) {
    this.uri = uri;
    this.allocator = allocator;
    this.end = new ChainEnd<>(new Versions(), listedBelow, System::nanoTime);
  }

  /** The newest version, as the store has it now; to be closed. */
  Dataset open() {
    return end.open();
  }

  /** The newest version by Lance's own listing, trusting nothing; to be closed. */
  Dataset listed() {
    return open(new ReadOptions.Builder());
  }

  /** One version; to be closed. */
  Dataset at(long version) {
    return open(new ReadOptions.Builder().setVersion(version));
  }

  /** Somebody's commit contradicts or outruns what was seen. */
  void forget() {
    end.forget();
  }

  private Dataset open(ReadOptions.Builder options) {
    return Dataset.open().allocator(allocator).uri(uri).readOptions(options.build()).build();
  }

  private final class Versions implements ChainEnd.Chain<Dataset> {
    @Override
    public Dataset listed() {
      return NewestVersion.this.listed();
    }

    @Override
    public Optional<Dataset> at(long version) {
      return ifThere(() -> NewestVersion.this.at(version));
    }

    @Override
    public Optional<Dataset> after(Dataset version) {
      return ifThere(() -> version.checkoutVersion(version.version() + 1));
    }

    private static Optional<Dataset> ifThere(Supplier<Dataset> version) {
      try {
        return Optional.of(version.get());
      } catch (Exception absent) {
        if (LanceErrors.isNotFound(absent)) {
          return Optional.empty();
        }
        throw absent;
      }
    }

    @Override
    public long number(Dataset version) {
      return version.version();
    }

    @Override
    public void close(Dataset version) {
      version.close();
    }
  }
}
