package dev.linchpin;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackagesTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackagesOf(Protocol.class);

  /** {@link Protocol} itself, which only bundles the ports, is in none of the slices. */
  @Test
  void theCoresPackagesDependOnEachOtherInOneDirectionOnly() {
    slices().matching("dev.linchpin.(*)..").should().beFreeOfCycles().check(CORE);
  }
}
