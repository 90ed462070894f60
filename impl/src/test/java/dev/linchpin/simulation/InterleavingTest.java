package dev.linchpin.simulation;

import static dev.linchpin.simulation.Story.T1;
import static dev.linchpin.simulation.Story.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.memory.MemoryProcess;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two writers in two processes, with every interleaving that switches between them at most three
 * times: A for some calls, B for some calls, A to its end, B to its end.
 */
class InterleavingTest {
  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of("append and append", Work.append("a", T1), Work.append("b", T1)),
        Arguments.of("append and overwrite", Work.append("a", T1), Work.overwrite("b", T1)),
        Arguments.of("overwrite and append", Work.overwrite("a", T1), Work.append("b", T1)),
        Arguments.of("two increments", Work.increment(T1), Work.increment(T1)),
        Arguments.of("two tables and one", Work.append("a", T1, T2), Work.overwrite("b", T2)),
        Arguments.of("two tables each", Work.overwrite("a", T1, T2), Work.append("b", T1, T2)),
        Arguments.of("probes", Work.countInto("a", T1, T2), Work.countInto("b", T2, T1)),
        Arguments.of("disjoint tables", Work.append("a", T1), Work.append("b", T2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  void everyInterleavingPublishesBothWritesOneAfterTheOther(String name, Work a, Work b) {
    int schedules = 0;
    int mostAttempts = 0;
    try (Baton baton = new Baton()) {
      boolean moreA = true;
      for (int first = 1; moreA; first++) {
        boolean moreB = true;
        for (int second = 1; moreB; second++) {
          Story story = Works.seeded();
          Baton.Runner runA = program(baton, story, "A", a);
          Baton.Runner runB = program(baton, story, "B", b);
          moreA = !runA.grant(first);
          moreB = !runB.grant(second);
          runA.grant(Baton.TO_THE_END);
          runB.grant(Baton.TO_THE_END);
          for (String request : List.of("A", "B")) {
            Outcome outcome = story.outcomes().get(request);
            story.requireAcknowledged(request + " in schedule " + first + ", " + second, outcome);
            mostAttempts =
                Math.max(mostAttempts, ((Outcome.Acknowledged) outcome).report().attempts());
          }
          if (name.equals("two increments")) {
            assertThat(story.world().published(T1)).containsExactly("3");
          }
          story.settle();
          schedules++;
        }
      }
    }
    assertThat(schedules).isGreaterThan(150);
    // Each switch can spoil one attempt of each writer, not more.
    assertThat(mostAttempts).isLessThanOrEqualTo(4);
  }

  private static Baton.Runner program(Baton baton, Story story, String name, Work work) {
    Baton.Runner runner = baton.runner();
    MemoryProcess process = story.process(name, runner);
    runner.program(() -> story.write(process, name, work));
    return runner;
  }
}
