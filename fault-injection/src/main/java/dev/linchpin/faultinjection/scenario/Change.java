package dev.linchpin.faultinjection.scenario;

import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.lance.Row;
import dev.linchpin.lance.mutation.Mutation;
import java.util.Map;

/**
 * A write, said twice: as the product is asked to do it, and as plain Java on plain maps. The
 * second is what the judge believes.
 */
public enum Change {
  /** The rows that every graph begins with. */
  FOUNDATION {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(PERSON, person("bob", 40), person("eve", 20));
      mutation.insert(CITY, Row.of("key", "rome"), Row.of("key", "oslo"));
      mutation.insert(LIVES, lives("bob", "oslo"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return livesIn(
          contents
              .with(PERSON, "bob", "key", "bob", "age", "40")
              .with(PERSON, "eve", "key", "eve", "age", "20")
              .with(CITY, "rome", "key", "rome")
              .with(CITY, "oslo", "key", "oslo"),
          "bob",
          "oslo");
    }
  },
  /** One row into one table. */
  INSERT_ONE {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(PERSON, person("ada", 36));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(PERSON, "ada", "key", "ada", "age", "36");
    }
  },
  /** A node and an edge that needs it. */
  PERSON_AND_HOME {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(PERSON, person("ada", 36));
      mutation.insert(LIVES, lives("ada", "rome"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return livesIn(INSERT_ONE.applyTo(contents), "ada", "rome");
    }
  },
  /** One table, three kinds of change. */
  UPSERT_AND_DELETE {
    @Override
    public void apply(Mutation mutation) {
      mutation.upsert(PERSON, person("bob", 41), person("cyd", 7));
      mutation.delete(PERSON, "eve");
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents
          .with(PERSON, "bob", "key", "bob", "age", "41")
          .with(PERSON, "cyd", "key", "cyd", "age", "7")
          .without(PERSON, "eve");
    }
  },
  /** A table's whole content is replaced. */
  OVERWRITE {
    @Override
    public void apply(Mutation mutation) {
      mutation.overwrite(CITY, Row.of("key", "oslo"), Row.of("key", "bern"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents
          .withNo(CITY)
          .with(CITY, "oslo", "key", "oslo")
          .with(CITY, "bern", "key", "bern");
    }
  },
  /** What is written depends on what is read. */
  BIRTHDAY {
    @Override
    public void apply(Mutation mutation) {
      long age = mutation.get(PERSON, "bob").orElseThrow().integer("age").orElseThrow();
      mutation.upsert(PERSON, person("bob", age + 1));
    }

    @Override
    public Contents applyTo(Contents contents) {
      long age = Long.parseLong(contents.tables().get(PERSON).get("bob").get("age"));
      return contents.with(PERSON, "bob", "key", "bob", "age", Long.toString(age + 1));
    }
  },
  /** Changes what {@link #BIRTHDAY} reads. */
  CORRECT_AGE {
    @Override
    public void apply(Mutation mutation) {
      mutation.upsert(PERSON, person("bob", 50));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(PERSON, "bob", "key", "bob", "age", "50");
    }
  },
  /** The first rows of a table. */
  FIRST_ROW {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(NOTE, Row.of("key", "first"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(NOTE, "first", "key", "first");
    }
  },
  /** An edge alone: its end points are read, not written. */
  MOVE_IN {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(LIVES, lives("eve", "rome"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return livesIn(contents, "eve", "rome");
    }
  },
  /** Changes a table that {@link #MOVE_IN} only reads. */
  ADD_FAY {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(PERSON, person("fay", 9));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(PERSON, "fay", "key", "fay", "age", "9");
    }
  },
  /** The write of the process that comes along after the crash. */
  NEXT {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(PERSON, person("next", 1));
      mutation.insert(LIVES, lives("next", "oslo"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return livesIn(contents.with(PERSON, "next", "key", "next", "age", "1"), "next", "oslo");
    }
  },
  /** A write that touches no table of any other change but {@link #FIRST_ROW}. */
  NEXT_ELSEWHERE {
    @Override
    public void apply(Mutation mutation) {
      mutation.insert(NOTE, Row.of("key", "elsewhere"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(NOTE, "elsewhere", "key", "elsewhere");
    }
  },
  /** One of many commits that only lengthen the history. */
  HISTORY {
    @Override
    public void apply(Mutation mutation) {
      mutation.upsert(NOTE, Row.of("key", "history"));
    }

    @Override
    public Contents applyTo(Contents contents) {
      return contents.with(NOTE, "history", "key", "history");
    }
  };

  static final String PERSON = "Person";
  static final String CITY = "City";
  static final String NOTE = "Note";
  static final String LIVES = "Lives";

  /** What a new graph holds. */
  public static final Contents EMPTY =
      new Contents(Map.of(PERSON, Map.of(), CITY, Map.of(), NOTE, Map.of(), LIVES, Map.of()));

  /**
   * Asks the product.
   *
   * @param mutation the write
   */
  public abstract void apply(Mutation mutation);

  /**
   * Says what must come of it.
   *
   * @param contents the rows before
   * @return the rows after
   */
  public abstract Contents applyTo(Contents contents);

  private static Row person(String key, long age) {
    return Row.of("key", key, "age", age);
  }

  private static Row lives(String who, String where) {
    return Row.of("id", who + "-" + where, "from", who, "to", where);
  }

  private static Contents livesIn(Contents contents, String who, String where) {
    String id = who + "-" + where;
    return contents.with(LIVES, id, "id", id, "from", who, "to", where);
  }
}
