package dev.linchpin.lance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What one owner opens on demand: each thing once, however many threads ask for it, none after the
 * owner's end, and each closed with it.
 *
 * @param <V> what is opened
 */
final class OpenOnce<V> {
  private final Map<String, V> open = new TreeMap<>();
  private boolean closed;

  /**
   * The thing of a name.
   *
   * @param opener opens it if nobody has yet
   * @throws IllegalStateException if everything is closed already
   */
  synchronized V get(String name, Supplier<V> opener) {
    if (closed) {
      throw new IllegalStateException("closed: nothing more can be read here");
    }
    V thing = open.get(name);
    if (thing == null) {
      thing = opener.get();
      open.put(name, thing);
    }
    return thing;
  }

  /** What has been opened, sorted by name; also after the end. */
  synchronized List<V> opened() {
    return List.copyOf(open.values());
  }

  /** Closes everything; a second call does nothing. */
  synchronized void close(Consumer<V> closer) {
    if (!closed) {
      closed = true;
      open.values().forEach(closer);
    }
  }
}
