package dev.linchpin.faultinjection.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Cases side by side, each in child JVMs of its own. */
public final class Parallel {
  /** More would only take the processors from each other. */
  public static final int LANES = 2;

  private Parallel() {}

  /**
   * Works through items, {@link #LANES} at a time.
   *
   * @param items what to do
   * @param work does it; called by several threads
   * @param <T> an item
   * @param <R> its result
   * @return the results in the order of the items, whatever the order in which they end
   */
  public static <T, R> List<R> each(List<T> items, Function<T, R> work) {
    ExecutorService workers = Executors.newFixedThreadPool(LANES);
    try {
      List<Future<R>> running = new ArrayList<>();
      for (T item : items) {
        running.add(workers.submit(() -> work.apply(item)));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : running) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while cases were running", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }
}
