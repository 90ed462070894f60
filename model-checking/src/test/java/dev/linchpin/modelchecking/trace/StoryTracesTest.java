package dev.linchpin.modelchecking.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.linchpin.modelchecking.SpecActions;
import dev.linchpin.modelchecking.trace.TraceVerdict.Accepted;
import dev.linchpin.modelchecking.trace.TraceVerdict.Rejected;
import dev.linchpin.simulation.TracedStories;
import dev.linchpin.simulation.TracedStories.TracedStory;
import dev.linchpin.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The exhaustive exploration of the core (every crash, lost reply, stall, double stall, dead
 * recoverer and stranger, at every place where it can strike) is a set of behaviours of the
 * specification. A sample in every build; all of them with {@code -Dlinchpin.stories=1}.
 */
class StoryTracesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What only a real graph, or an operator's terminal, can show; real runs are judged elsewhere.
   */
  private static final Set<String> ELSEWHERE =
      Set.of("CreateTables", "CreateGraph", "Pause", "Resume");

  @Test
  void everyStoryOfTheExplorationIsABehaviourOfTheSpecification() throws Exception {
    int every = Integer.getInteger("linchpin.stories", 40);
    List<TracedStory> stories = new ArrayList<>();
    TracedStories.play(every, 2, stories::add);
    List<List<TraceFile>> runs = new ArrayList<>();
    for (TracedStory story : stories) {
      runs.add(files(story));
    }

    List<TraceVerdict> verdicts = TraceValidator.validateAll(runs);

    Set<String> seen = new TreeSet<>();
    List<String> rejected = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.get(i) instanceof Accepted accepted) {
        seen.addAll(accepted.actions());
      } else if (verdicts.get(i) instanceof Rejected refusal) {
        rejected.add(stories.get(i).name() + "\n" + refusal.describe());
      }
    }
    assertThat(rejected).isEmpty();
    Set<String> unseen = new TreeSet<>(SpecActions.ofNext());
    unseen.removeAll(seen);
    System.out.println(stories.size() + " stories; actions not seen in them: " + unseen);
    assertThat(unseen).isSubsetOf(ELSEWHERE);
  }

  private static List<TraceFile> files(TracedStory story) throws JsonProcessingException {
    Map<String, List<String>> lines = new TreeMap<>();
    for (TraceEvent event : story.events()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("nanos", event.nanos());
      line.put("process", event.process());
      line.put("thread", event.thread());
      line.put("moment", event.moment().name());
      line.put("action", event.action());
      event.operation().ifPresent(operation -> line.put("operation", operation));
      line.put("values", event.values());
      lines
          .computeIfAbsent(event.process(), unused -> new ArrayList<>())
          .add(JSON.writeValueAsString(line));
    }
    List<TraceFile> files = new ArrayList<>();
    lines.forEach((process, text) -> files.add(new TraceFile(process, text)));
    return files;
  }
}
