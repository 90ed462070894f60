package dev.linchpin.cli.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The project's own classes, by the module that they were built in. */
final class Code {
  /** Every class of every module, tests aside. */
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.linchpin");

  /** The core and the adapters: what is embedded, and what the protocol's rules are about. */
  static final JavaClasses PRODUCT = ALL.that(in("impl").or(in("adapters")));

  private Code() {}

  /** Classes of other people, and the primitives. */
  static DescribedPredicate<JavaClass> from(String... packages) {
    DescribedPredicate<JavaClass> inPackages = resideInAnyPackage(packages);
    return DescribedPredicate.describe(
        inPackages.getDescription(),
        type ->
            type.getBaseComponentType().isPrimitive()
                || inPackages.test(type.getBaseComponentType()));
  }

  /** Classes of one module, whether it was built to a directory or to a jar. */
  static DescribedPredicate<JavaClass> in(String module) {
    String place = "/" + module + "/target/";
    return DescribedPredicate.describe(
        "in module " + module,
        type ->
            type.getBaseComponentType()
                .getSource()
                .filter(source -> source.getUri().toString().contains(place))
                .isPresent());
  }
}
