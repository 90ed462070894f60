package dev.linchpin.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.simulation.TracedRuns;
import dev.linchpin.trace.TraceEvent.Moment;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The annotation, the method and the trace name the same action. */
class ActionTraceTest {
  private static final Set<JavaCodeUnit> CORE = codeUnits();

  private static Set<JavaCodeUnit> codeUnits() {
    Set<JavaCodeUnit> all = new HashSet<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackagesOf(Protocol.class)) {
      all.addAll(type.getCodeUnits());
    }
    return all;
  }

  private static Set<String> annotatedActions() {
    Set<String> names = new TreeSet<>();
    for (JavaCodeUnit unit : CORE) {
      if (unit.isAnnotatedWith(SpecAction.class)) {
        names.add(unit.getAnnotationOfType(SpecAction.class).value());
      }
    }
    return names;
  }

  @Test
  void everyAnnotatedMethodBeginsExactlyOneStepAndNobodyElseDoes() {
    int annotated = 0;
    for (JavaCodeUnit unit : CORE) {
      if (unit.getOwner().isEquivalentTo(Trace.class)) {
        continue;
      }
      long begun =
          unit.getMethodCallsFromSelf().stream()
              .filter(call -> call.getTargetOwner().isEquivalentTo(Trace.class))
              .filter(call -> call.getName().equals("begin"))
              .count();
      boolean action = unit.isAnnotatedWith(SpecAction.class);
      assertThat(begun).as(unit.getFullName()).isEqualTo(action ? 1 : 0);
      if (action) {
        annotated++;
        String value = unit.getAnnotationOfType(SpecAction.class).value();
        assertThat(((JavaMethod) unit).getName())
            .isEqualTo(Character.toLowerCase(value.charAt(0)) + value.substring(1));
      }
    }
    assertThat(annotated).as("each action has one method").isEqualTo(annotatedActions().size());
    assertThat(annotated).isGreaterThan(20);
  }

  @Test
  void everyStepIsTracedUnderTheNameOfTheMethodThatTakesItAndEveryActionIsReached() {
    List<String> wrong = new ArrayList<>();
    Set<String> traced = new TreeSet<>();
    Map<String, Deque<String>> open = new HashMap<>();
    TraceSink sink =
        event -> {
          if (Set.of("GiveUpRecovery", "OperatorPermits").contains(event.action())) {
            return; // the environment's; the code only mentions it
          }
          Optional<String> enclosing = enclosingAction();
          if (!enclosing.equals(Optional.of(event.action()))) {
            wrong.add(event.action() + " was traced by " + enclosing);
          }
          Deque<String> stack =
              open.computeIfAbsent(
                  event.process() + "/" + event.thread(), unused -> new ArrayDeque<>());
          if (event.moment() == Moment.INVOKE) {
            stack.push(event.action());
            traced.add(event.action());
          } else if (!event.action().equals(stack.poll())) {
            wrong.add(event.action() + " ended without having begun");
          }
        };
    TracedRuns.run(sink);
    assertThat(wrong).isEmpty();
    assertThat(open.values()).allSatisfy(stack -> assertThat(stack).isEmpty());
    assertThat(traced).isEqualTo(annotatedActions());
  }

  /** The action of the innermost annotated method on the stack. */
  private static Optional<String> enclosingAction() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames -> frames.map(ActionTraceTest::action).flatMap(Optional::stream).findFirst());
  }

  private static Optional<String> action(StackWalker.StackFrame frame) {
    for (Method method : frame.getDeclaringClass().getDeclaredMethods()) {
      if (method.getName().equals(frame.getMethodName())
          && List.of(method.getParameterTypes()).equals(frame.getMethodType().parameterList())) {
        return Optional.ofNullable(method.getAnnotation(SpecAction.class)).map(SpecAction::value);
      }
    }
    return Optional.empty();
  }
}
