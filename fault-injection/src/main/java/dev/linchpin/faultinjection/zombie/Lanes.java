package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;

/** Crews that work side by side, each on one case at a time. */
final class Lanes implements AutoCloseable {
  /** More would only take the processors from each other. */
  private static final int PARALLEL = 2;

  private final List<Crew> crews = new ArrayList<>();
  private final BlockingQueue<Crew> idle = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);

  /**
   * Lanes, with crews that start when they are needed.
   *
   * @param stage what children share
   * @param sabotage rules for each worker that break the product on purpose; empty in earnest
   */
  Lanes(Stage stage, List<String> sabotage) {
    for (int i = 0; i < PARALLEL; i++) {
      crews.add(new Crew(stage, sabotage));
    }
    idle.addAll(crews);
  }

  /** In the order of the items, whatever the order in which they end. */
  <T, R> List<R> each(List<T> items, BiFunction<Crew, T, R> work) {
    List<Future<R>> running = new ArrayList<>();
    for (T item : items) {
      running.add(threads.submit(() -> with(item, work)));
    }
    try {
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
    }
  }

  private <T, R> R with(T item, BiFunction<Crew, T, R> work) throws InterruptedException {
    Crew crew = idle.take();
    try {
      return work.apply(crew, item);
    } finally {
      idle.add(crew);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    crews.forEach(Crew::close);
  }
}
