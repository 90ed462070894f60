package dev.linchpin.faultinjection.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.faultinjection.point.AnnotatedMethod.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CrashPointsTest {
  private static final AnnotatedMethod PUT =
      new AnnotatedMethod(Kind.DURABLE_CALL, "sidecar put", "Store", "put", "(Intent)");
  private static final AnnotatedMethod ARM =
      new AnnotatedMethod(Kind.ACTION, "ArmRecovery", "Attempt", "armRecovery", "()");

  @Test
  void theAnnotationsOfCoreAndAdaptersAreFound() {
    Set<AnnotatedMethod> found = CrashPoints.annotated();

    assertThat(found)
        .anyMatch(method -> method.kind() == Kind.ACTION && method.name().equals("ApplyEffect"))
        .anyMatch(method -> method.kind() == Kind.ACTION && method.name().equals("CreateGraph"))
        .anyMatch(method -> method.kind() == Kind.DURABLE_CALL);
    assertThat(found).hasSizeGreaterThan(30);
  }

  @Test
  void theEnumerationIsTheSameEachTime() {
    assertThat(List.copyOf(CrashPoints.annotated()))
        .isEqualTo(List.copyOf(CrashPoints.annotated()));
  }

  @Test
  void aRecordingNamesEachPointByActionDurableCallAndOccurrence() {
    List<CrashPoint> points =
        Recording.points(
            List.of(
                "reached\tArmRecovery\t" + ARM.key() + "\tentry\t1",
                "reached\tArmRecovery\t" + PUT.key() + "\tentry\t1",
                "reached\tArmRecovery\t" + PUT.key() + "\texit\t1",
                "reached\tConfirmEffects\t" + PUT.key() + "\tentry\t2",
                "reached\tArmRecovery\t" + PUT.key() + "\tentry\t3"),
            Set.of(ARM, PUT));

    assertThat(points)
        .extracting(CrashPoint::id)
        .containsExactly(
            "ArmRecovery@entry",
            "ArmRecovery/sidecar put@entry",
            "ArmRecovery/sidecar put@exit",
            "ConfirmEffects/sidecar put@entry",
            "ArmRecovery/sidecar put#2@entry");
    assertThat(points).extracting(CrashPoint::hit).containsExactly(1, 1, 1, 2, 3);
  }

  @Test
  void onlyADeathInTheVeryActionAndCallCountsAsOne() {
    CrashPoint point =
        new CrashPoint("ConfirmEffects", Optional.of("sidecar put"), 1, Moment.EXIT, PUT, 2);
    String right = "killed\tConfirmEffects\t" + PUT.key() + "\texit\t2";

    assertThat(Recording.discrepancy(List.of(right), point)).isEmpty();
    assertThat(Recording.discrepancy(List.of(), point)).isPresent();
    assertThat(Recording.discrepancy(List.of(right.replace("Confirm", "Apply")), point))
        .isPresent();
    assertThat(Recording.discrepancy(List.of(right, right), point)).isPresent();
  }
}
