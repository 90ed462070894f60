package dev.linchpin.lance.storage;

import dev.linchpin.DurableCall;
import dev.linchpin.error.StorageException;
import dev.linchpin.protocol.OwnerId;
import dev.linchpin.spi.Liveness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Liveness on one machine: an exclusive lock on a file of the process's own, held for the life of
 * the process; the operating system drops it when the process is gone, however it went.
 *
 * <p>The lock is kept by one channel that is never closed. With POSIX locks, closing <em>any</em>
 * other descriptor of that file in this process would silently drop the lock, so that this process
 * never opens its own file a second time.
 */
public final class ProcessLock implements Liveness {
  private static final String SUFFIX = ".lock";

  /** Every token of this process, so that it never opens a lock file of its own again. */
  private static final Set<String> OWN = ConcurrentHashMap.newKeySet();

  /** Asked once: a name service may be slow, and the answer must not change meanwhile. */
  private static final String HOST = host();

  private final GraphLayout layout;
  private final OwnerId self;

  /** Never closed, never read: holding it is the point. */
  @SuppressWarnings("unused")
  private final FileChannel channel;

  private ProcessLock(GraphLayout layout, OwnerId self, FileChannel channel) {
    this.layout = layout;
    this.self = self;
    this.channel = channel;
  }

  /**
   * Takes a lock under a fresh process token. To be called once for each process and graph.
   *
   * @param layout the graph
   * @return the held lock
   * @throws StorageException if the lock file cannot be written
   */
  @DurableCall("liveness lock")
  public static ProcessLock acquire(GraphLayout layout) {
    long pid = ProcessHandle.current().pid();
    OwnerId self = new OwnerId(UUID.randomUUID().toString(), "process " + pid + " on " + HOST);
    OWN.add(self.process());
    Path file = layout.owners().resolve(self.process() + SUFFIX);
    try {
      Files.createDirectories(layout.owners());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new StorageException("another process holds the fresh lock file " + file, null);
      }
      return new ProcessLock(layout, self, channel);
    } catch (IOException e) {
      throw new StorageException("cannot take the liveness lock " + file + ": " + e, e);
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown host";
    }
  }

  @Override
  public OwnerId self() {
    return self;
  }

  /**
   * Probes another process's lock. An absent file means gone: an owner makes its file before it
   * arms anything, and only somebody who held its lock, hence after its end, deletes it.
   */
  @Override
  public OwnerState check(OwnerId owner) {
    if (owner.process().equals(self.process())) {
      throw new IllegalArgumentException("a process never probes its own lock");
    }
    if (OWN.contains(owner.process()) || !owner.description().endsWith(" on " + HOST)) {
      return OwnerState.POSSIBLY_ALIVE;
    }
    synchronized (ProcessLock.class) {
      return probe(layout.owners().resolve(owner.process() + SUFFIX));
    }
  }

  private static OwnerState probe(Path file) {
    try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
      try (FileLock lock = other.tryLock()) {
        if (lock == null) {
          return OwnerState.POSSIBLY_ALIVE;
        }
        Files.deleteIfExists(file);
        return OwnerState.GONE;
      }
    } catch (NoSuchFileException e) {
      return OwnerState.GONE;
    } catch (AccessDeniedException e) {
      // Another user's process: nobody here can tell.
      return OwnerState.POSSIBLY_ALIVE;
    } catch (IOException e) {
      throw new StorageException("cannot probe the liveness lock " + file + ": " + e, e);
    }
  }
}
