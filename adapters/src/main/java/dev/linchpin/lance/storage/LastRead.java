package dev.linchpin.lance.storage;

import java.util.Optional;

/**
 * What one version said when it was read last. A version is known by its number and its transaction
 * uuid together: a dataset that was deleted and created again counts from one again.
 *
 * @param <V> what a version says
 */
final class LastRead<V> {
  private record Known<V>(long version, String uuid, V says) {}

  /** One object, so that no thread sees one version's number with what another one says. */
  private volatile Known<V> known;

  /** What that version says, if it is the one that is known. */
  Optional<V> of(long version, String uuid) {
    Known<V> last = known;
    return last != null && last.version() == version && last.uuid().equals(uuid)
        ? Optional.of(last.says())
        : Optional.empty();
  }

  void remember(long version, String uuid, V says) {
    known = new Known<>(version, uuid, says);
  }
}
