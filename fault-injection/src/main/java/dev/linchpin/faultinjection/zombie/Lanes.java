package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.jvm.Parallel;
import dev.linchpin.faultinjection.scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;

/** Crews that work side by side, each on one case at a time. */
final class Lanes implements AutoCloseable {
  private final List<Crew> crews = new ArrayList<>();
  private final BlockingQueue<Crew> idle = new LinkedBlockingQueue<>();

  /**
   * Lanes, with crews that start when they are needed.
   *
   * @param stage what children share
   * @param sabotage rules for each worker that break the product on purpose; empty in earnest
   */
  Lanes(Stage stage, List<String> sabotage) {
    for (int i = 0; i < Parallel.LANES; i++) {
      crews.add(new Crew(stage, sabotage));
    }
    idle.addAll(crews);
  }

  /** In the order of the items, whatever the order in which they end. */
  <T, R> List<R> each(List<T> items, BiFunction<Crew, T, R> work) {
    return Parallel.each(items, item -> with(item, work));
  }

  private <T, R> R with(T item, BiFunction<Crew, T, R> work) {
    Crew crew = free();
    try {
      return work.apply(crew, item);
    } finally {
      idle.add(crew);
    }
  }

  private Crew free() {
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a crew", e);
    }
  }

  @Override
  public void close() {
    crews.forEach(Crew::close);
  }
}
