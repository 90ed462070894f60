package dev.linchpin.spi;

/** Where fresh identities come from; a test's source makes runs repeatable. */
public interface IdSource {
  /**
   * A fresh identity, never returned before by anybody.
   *
   * @return text that is safe as a file name
   */
  String next();

  /**
   * Random UUIDs.
   *
   * @return the production source
   */
  static IdSource random() {
    return () -> java.util.UUID.randomUUID().toString();
  }
}
