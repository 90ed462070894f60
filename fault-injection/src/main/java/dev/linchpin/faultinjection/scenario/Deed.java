package dev.linchpin.faultinjection.scenario;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.mutation.Mutation;

/**
 * A write that works in every order and any number of times, said twice: as the product is asked to
 * do it, and as plain Java on plain maps. The second is what the judge believes.
 *
 * @param kind what it does
 * @param tag tells it from others of its kind; letters, digits and dots
 */
public record Deed(Kind kind, String tag) {
  /** What a deed does. */
  public enum Kind {
    /** Bob gets a year older: one table, and what is written depends on what is read. */
    BIRTHDAY,
    /** A person of that name moves to Oslo: a node and an edge. */
    NEWCOMER,
    /** A note of how many persons there are: one table, another only read. */
    CENSUS,
    /** The note of that name takes the place of all others. */
    REPLACE,
    /** A person of that name comes, and Bob moves out: rows added in one table, deleted in one. */
    SUCCESSOR,
    /** A row of that name in every table. */
    EVERYWHERE
  }

  /**
   * The deed of a text.
   *
   * @param text as {@link #toString} makes it
   * @return the deed
   */
  public static Deed parse(String text) {
    int colon = text.indexOf(':');
    return new Deed(Kind.valueOf(text.substring(0, colon)), text.substring(colon + 1));
  }

  /**
   * Asks the product.
   *
   * @param mutation the write
   */
  public void apply(Mutation mutation) {
    switch (kind) {
      case BIRTHDAY -> {
        long age = mutation.get(Change.PERSON, "bob").orElseThrow().integer("age").orElseThrow();
        mutation.upsert(Change.PERSON, Row.of("key", "bob", "age", age + 1));
      }
      case NEWCOMER -> {
        mutation.insert(Change.PERSON, person());
        mutation.insert(Change.LIVES, home("oslo"));
      }
      case CENSUS -> mutation.upsert(Change.NOTE, note(mutation.count(Change.PERSON)));
      case REPLACE -> mutation.overwrite(Change.NOTE, Row.of("key", tag));
      case SUCCESSOR -> {
        mutation.upsert(Change.PERSON, person());
        mutation.delete(Change.LIVES, "bob-oslo");
      }
      case EVERYWHERE -> {
        mutation.insert(Change.PERSON, person());
        mutation.insert(Change.CITY, Row.of("key", tag));
        mutation.insert(Change.NOTE, Row.of("key", tag));
        mutation.insert(Change.LIVES, home(tag));
      }
    }
  }

  private Row person() {
    return Row.of("key", tag, "age", 1L);
  }

  private Row home(String city) {
    return Row.of("id", tag + "-" + city, "from", tag, "to", city);
  }

  private Row note(long persons) {
    return Row.of("key", tag + "-" + persons);
  }

  /**
   * Says what must come of it.
   *
   * @param contents the rows before
   * @return the rows after
   */
  public Contents applyTo(Contents contents) {
    return switch (kind) {
      case BIRTHDAY -> Change.BIRTHDAY.applyTo(contents);
      case NEWCOMER -> livesIn(withPerson(contents), "oslo");
      case CENSUS -> withNote(contents, tag + "-" + contents.tables().get(Change.PERSON).size());
      case REPLACE -> withNote(contents.withNo(Change.NOTE), tag);
      case SUCCESSOR -> withPerson(contents).without(Change.LIVES, "bob-oslo");
      case EVERYWHERE ->
          livesIn(withNote(withPerson(contents), tag).with(Change.CITY, tag, "key", tag), tag);
    };
  }

  private Contents withPerson(Contents contents) {
    return contents.with(Change.PERSON, tag, "key", tag, "age", "1");
  }

  private static Contents withNote(Contents contents, String key) {
    return contents.with(Change.NOTE, key, "key", key);
  }

  private Contents livesIn(Contents contents, String city) {
    String id = tag + "-" + city;
    return contents.with(Change.LIVES, id, "id", id, "from", tag, "to", city);
  }

  @Override
  public String toString() {
    return kind + ":" + tag;
  }
}
