package dev.linchpin.faultinjection.judge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class IndependenceTest {
  @Test
  void theWitnessAndTheJudgeUseNothingOfTheProduct() {
    String judge = "dev.linchpin.faultinjection.judge..";
    String witness = "dev.linchpin.faultinjection.witness..";

    noClasses()
        .that()
        .resideInAnyPackage(judge, witness)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.linchpin..").and(resideOutsideOfPackages(judge, witness)))
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.linchpin.faultinjection"));
  }
}
