package dev.linchpin.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.trace.TraceEvent.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TraceTest {
  private final List<TraceEvent> events = new ArrayList<>();
  private final Trace trace = new Trace("p1", events::add);

  @Test
  void aStepBeginsAtOnceAndReturnsWhatItNoted() {
    long before = System.nanoTime();
    String result;
    try (Trace.Step step = trace.begin("Arm", new OperationId("op"))) {
      assertThat(events).singleElement().extracting(TraceEvent::moment).isEqualTo(Moment.INVOKE);
      result = step.note("epoch", 3L).done("armed");
    }
    assertThat(result).isEqualTo("armed");
    assertThat(events).extracting(TraceEvent::moment).containsExactly(Moment.INVOKE, Moment.RETURN);
    assertThat(events).extracting(TraceEvent::action).containsOnly("Arm");
    assertThat(events).extracting(TraceEvent::operation).containsOnly(Optional.of("op"));
    assertThat(events).extracting(TraceEvent::process).containsOnly("p1");
    assertThat(events)
        .extracting(TraceEvent::thread)
        .containsOnly(Thread.currentThread().getName() + "#" + Thread.currentThread().getId());
    assertThat(events.get(0).values()).isEmpty();
    assertThat(events.get(1).values()).isEqualTo(Map.of("epoch", 3L));
    assertThat(events.get(0).nanos()).isBetween(before, events.get(1).nanos());
    assertThat(events.get(1).nanos()).isLessThanOrEqualTo(System.nanoTime());
  }

  @Test
  void aStepThatIsNotDoneHasThrown() {
    trace.begin("Publish").close();
    assertThat(events).extracting(TraceEvent::moment).containsExactly(Moment.INVOKE, Moment.THROW);
    assertThat(events).extracting(TraceEvent::operation).containsOnly(Optional.empty());
  }

  @Test
  void aStepWithoutResultCanBeDone() {
    try (Trace.Step step = trace.begin("Finalize", Optional.of(new OperationId("op")))) {
      step.done();
    }
    assertThat(events).extracting(TraceEvent::moment).containsExactly(Moment.INVOKE, Moment.RETURN);
    assertThat(events).extracting(TraceEvent::operation).containsOnly(Optional.of("op"));
  }

  @Test
  void whatTheEnvironmentDoesIsMentionedAsAFact() {
    trace.mention("Pause", Map.of("at", "Arm"));
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.moment()).isEqualTo(Moment.RETURN);
              assertThat(event.action()).isEqualTo("Pause");
              assertThat(event.values()).isEqualTo(Map.of("at", "Arm"));
            });
  }
}
