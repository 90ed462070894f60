package dev.linchpin.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "linchpin " + (version == null ? "(unpackaged build)" : version),
      "Java " + Runtime.version() + ", " + System.getProperty("os.name")
    };
  }
}
