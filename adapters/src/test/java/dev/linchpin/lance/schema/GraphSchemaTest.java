package dev.linchpin.lance.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.linchpin.error.InvalidInputException;
import dev.linchpin.error.UnsupportedFormatException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GraphSchemaTest {
  private static final List<String> ABSURD =
      List.of(
          "",
          " ",
          ".",
          "..",
          "/",
          "../etc",
          "a/b",
          "a.b",
          "a b",
          "a\u0000b",
          "a`b",
          "_rowid",
          "1st",
          "-x",
          "naïve",
          "a\n",
          "x".repeat(129),
          "x".repeat(10_240));

  private static GraphSchema.Builder people() {
    return GraphSchema.builder()
        .node("Person", "name", PropertyType.UTF8, t -> t.optional("age", PropertyType.INT32));
  }

  @Test
  void absurdNamesAreRefusedWhereverANameGoesAndTheMessageStaysShort() {
    for (String name : ABSURD) {
      assertRefused(
          () -> GraphSchema.builder().node(name, "k", PropertyType.UTF8, t -> {}).build());
      assertRefused(
          () -> GraphSchema.builder().node("T", name, PropertyType.UTF8, t -> {}).build());
      assertRefused(
          () ->
              GraphSchema.builder()
                  .node("T", "k", PropertyType.UTF8, t -> t.optional(name, PropertyType.UTF8))
                  .build());
      assertRefused(() -> people().edge(name, "Person", "Person", t -> {}).build());
      assertRefused(() -> people().edge("knows", name, "Person", t -> {}).build());
      assertRefused(() -> people().edge("knows", "Person", name, t -> {}).build());
      assertRefused(() -> people().build().type(name));
    }
    assertRefused(() -> GraphSchema.builder().node(null, "k", PropertyType.UTF8, t -> {}));
    assertRefused(() -> people().build().type(null));
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidInputException.class)
        .satisfies(error -> assertThat(error.getMessage().length()).as("%s", error).isLessThan(400))
        .satisfies(error -> assertThat(error.getMessage()).doesNotContain("\u0000"));
  }

  @Test
  void theLongestNamesAndEveryAllowedCharacterAreAccepted() {
    String longest = "A" + "z9_-".repeat(31) + "xyz";
    assertThat(longest).hasSize(128);
    GraphSchema schema =
        GraphSchema.builder()
            .node(longest, "k", PropertyType.UTF8, t -> t.optional(longest, PropertyType.BOOL))
            .build();
    assertThat(schema.type(longest).column(longest).type()).isEqualTo(PropertyType.BOOL);
  }

  @Test
  void namesThatDifferByCaseOnlyOrAreReservedAreRefused() {
    assertRefused(() -> people().node("PERSON", "k", PropertyType.UTF8, t -> {}).build());
    assertRefused(() -> people().edge("person", "Person", "Person", t -> {}).build());
    assertRefused(
        () ->
            GraphSchema.builder()
                .node("T", "k", PropertyType.UTF8, t -> t.optional("K", PropertyType.UTF8))
                .build());
    for (String reserved : List.of("id", "from", "to", "ID", "From")) {
      assertRefused(
          () ->
              people()
                  .edge("e", "Person", "Person", t -> t.optional(reserved, PropertyType.UTF8))
                  .build());
    }
  }

  @Test
  void keysAndUniquePropertiesNeedATypeWhoseEqualityIsExact() {
    for (PropertyType type :
        List.of(
            PropertyType.FLOAT64, PropertyTypes.list(PropertyType.UTF8), PropertyTypes.vector(3))) {
      assertRefused(() -> GraphSchema.builder().node("T", "k", type, t -> {}).build());
      assertRefused(
          () ->
              GraphSchema.builder()
                  .node("T", "k", PropertyType.UTF8, t -> t.unique("u", type))
                  .build());
    }
  }

  @Test
  void boundsThatCannotBeAndTypesThatDoNotExistAreRefused() {
    assertRefused(() -> people().edge("e", "Person", "Person", t -> t.outgoing(2, 1)));
    assertRefused(() -> people().edge("e", "Person", "Person", t -> t.incoming(-1, 1)));
    assertRefused(
        () -> GraphSchema.builder().node("T", "k", PropertyType.UTF8, t -> t.outgoing(0, 1)));
    assertRefused(() -> GraphSchema.builder().build());
    for (String text :
        List.of(
            "",
            "int7",
            "int64 ",
            "utf8()",
            "vector(float32,0)",
            "vector(utf8,3)",
            "list(list(utf8))",
            "decimal128(39,0)",
            "decimal128(5,6)",
            "decimal128(05,1)",
            "fixed_binary(0)",
            "time64(s)",
            "timestamp(us,Nowhere/Land)",
            "timestamp()",
            "list",
            "decimal128(5)")) {
      assertThatThrownBy(() -> PropertyTypes.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void equalSchemasHaveOneDocumentAndIdentityWhateverTheOrderOfTheirTypes() {
    GraphSchema one =
        people()
            .node("Pet", "tag", PropertyType.INT64, t -> t.unique("chip", PropertyType.UTF8))
            .edge("owns", "Person", "Pet", t -> t.outgoing(1, 3).incoming(0, 1))
            .build();
    GraphSchema other =
        GraphSchema.builder()
            .edge("owns", "Person", "Pet", t -> t.incoming(0, 1).outgoing(1, 3))
            .node("Pet", "tag", PropertyType.INT64, t -> t.unique("chip", PropertyType.UTF8))
            .node("Person", "name", PropertyType.UTF8, t -> t.optional("age", PropertyType.INT32))
            .build();
    assertThat(other.document()).isEqualTo(one.document());
    assertThat(other.identity()).isEqualTo(one.identity()).hasSize(64);
    assertThat(GraphSchema.parse(one.document())).isEqualTo(one);
    assertThat(people().build().identity()).isNotEqualTo(one.identity());
    assertThat(one.document())
        .as("the format is fixed: an older graph must stay readable")
        .isEqualTo(
            "{\"format\":1,\"nodes\":[{\"name\":\"Person\",\"key\":\"name\",\"keyType\":\"utf8\","
                + "\"properties\":[{\"name\":\"age\",\"type\":\"int32\",\"required\":false,"
                + "\"unique\":false}]},{\"name\":\"Pet\",\"key\":\"tag\",\"keyType\":\"int64\","
                + "\"properties\":[{\"name\":\"chip\",\"type\":\"utf8\",\"required\":false,"
                + "\"unique\":true}]}],\"edges\":[{\"name\":\"owns\",\"from\":\"Person\","
                + "\"to\":\"Pet\",\"outgoing\":{\"min\":1,\"max\":3},"
                + "\"incoming\":{\"min\":0,\"max\":1},\"properties\":[]}]}");
  }

  @Test
  void aDocumentThatIsGarbageNewerOrNotCanonicalIsRefused() {
    String good = people().edge("knows", "Person", "Person", t -> {}).build().document();
    for (String bad :
        List.of(
            "",
            "null",
            "[]",
            "{",
            "{}",
            good.substring(0, good.length() - 1),
            good + " ",
            good + "{}",
            good.replace("\"format\":1", "\"format\":2"),
            good.replace("\"format\":1", "\"format\":\"1\""),
            good.replace("\"format\":1", "\"format\":1,\"surprise\":true"),
            good.replace("utf8", "utf9"),
            good.replace("\"from\":\"Person\"", "\"from\":\"Nobody\""),
            good.replace("\"min\":0", "\"min\":-1"),
            good.replace("\"name\":\"age\"", "\"name\":\"..\""))) {
      assertThatThrownBy(() -> GraphSchema.parse(bad))
          .as(bad)
          .isInstanceOf(UnsupportedFormatException.class);
    }
  }
}
