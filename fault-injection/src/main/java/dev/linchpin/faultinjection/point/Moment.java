package dev.linchpin.faultinjection.point;

/** When, relative to a method, the process is killed. */
public enum Moment {
  /** Before its first instruction. */
  ENTRY("entry", "AT ENTRY"),
  /** After everything that it does, before its caller goes on. */
  EXIT("exit", "AT EXIT"),
  /** When it is about to throw. */
  THROW("throw", "AT EXCEPTION EXIT");

  private final String text;
  private final String location;

  Moment(String text, String location) {
    this.text = text;
    this.location = location;
  }

  /**
   * The moment as a crash point's name spells it.
   *
   * @return one word
   */
  public String text() {
    return text;
  }

  /**
   * The moment as a Byteman rule spells it.
   *
   * @return a location clause
   */
  public String location() {
    return location;
  }
}
