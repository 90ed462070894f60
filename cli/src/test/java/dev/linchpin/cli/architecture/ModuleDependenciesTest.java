package dev.linchpin.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.linchpin.cli.architecture.Code.ALL;
import static dev.linchpin.cli.architecture.Code.from;
import static dev.linchpin.cli.architecture.Code.in;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.linchpin.lance.mutation.MutationAdapter;
import dev.linchpin.protocol.EffectMovement;
import dev.linchpin.spi.EffectAdapter;
import org.junit.jupiter.api.Test;

/** Who may depend on whom, among the modules and outside of them. */
class ModuleDependenciesTest {
  private static final DescribedPredicate<JavaClass> JDK =
      from("java..", "jdk.jfr..", "com.sun.management..");
  private static final DescribedPredicate<JavaClass> LANCE =
      from("org.lance..", "org.apache.arrow..");
  private static final DescribedPredicate<JavaClass> JSON = from("com.fasterxml.jackson..");

  @Test
  void theCoreDependsOnTheJdkOnly() {
    only("impl", from("java..", "jdk.jfr.."));
  }

  @Test
  void modelCheckingDependsOnTheCoreOnTlcAndOnJson() {
    only(
        "model-checking",
        JDK.or(in("impl")).or(JSON).or(from("tlc2..", "tla2sany..", "util..", "pcal..")));
  }

  @Test
  void theAdaptersDependOnTheCoreAndOnLance() {
    only("adapters", JDK.or(in("impl")).or(LANCE).or(JSON));
  }

  @Test
  void faultInjectionDependsOnTheAdaptersAndOnModelChecking() {
    only(
        "fault-injection",
        JDK.or(in("impl"))
            .or(in("adapters"))
            .or(in("model-checking"))
            .or(LANCE)
            .or(JSON)
            .or(from("org.jboss.byteman..", "javax.tools..")));
  }

  @Test
  void nobodyDependsOnTheCommand() {
    noClasses().that(not(in("cli"))).should().dependOnClassesThat(in("cli")).check(ALL);
  }

  @Test
  void theJudgeSharesNoCodeWithRecovery() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.linchpin.faultinjection.judge..", "dev.linchpin.faultinjection.witness..")
        .should()
        .transitivelyDependOnClassesThat(
            resideInAnyPackage("dev.linchpin.recovery..")
                .or(JavaClass.Predicates.type(MutationAdapter.class))
                .or(JavaClass.Predicates.type(EffectMovement.class))
                .or(JavaClass.Predicates.type(EffectAdapter.class)))
        .check(ALL);
  }

  private static void only(String module, DescribedPredicate<JavaClass> others) {
    classes().that(in(module)).should().onlyDependOnClassesThat(in(module).or(others)).check(ALL);
  }
}
