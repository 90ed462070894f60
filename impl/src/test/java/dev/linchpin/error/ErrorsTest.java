package dev.linchpin.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.linchpin.error.LinchpinException.DataState;
import dev.linchpin.protocol.OperationId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error says what happened, what became of the data, and what to do. */
class ErrorsTest {
  private static final Throwable CAUSE = new IllegalStateException("disk full");

  private static List<LinchpinException> oneOfEach() {
    return List.of(
        new AlreadyExistsException("what"),
        new ConstraintViolationException("what"),
        new InvalidInputException("what"),
        new LiveWriterContentionException("what"),
        new NotAGraphException("what"),
        new OutcomeUnknownException(new OperationId("op"), "what", CAUSE),
        new ReadSetConflictException("what", DataState.NOT_PUBLISHED),
        new RecoveryRequiredException("what"),
        new ResourceLimitException("what"),
        new RetriesExhaustedException(List.of("first", "what"), DataState.UNCHANGED),
        new StaleConfirmationException("what"),
        new StorageException("what", CAUSE),
        new StorageException("what", DataState.UNKNOWN, CAUSE),
        new UnsupportedFormatException("where", "what"),
        new UnverifiableEffectException("what"));
  }

  @ParameterizedTest
  @MethodSource("oneOfEach")
  void everyErrorSaysWhatHappenedWhatBecameOfTheDataAndWhatToDo(LinchpinException error) {
    assertThat(error.summary()).contains("what");
    assertThat(error.remedy()).isNotBlank();
    assertThat(error)
        .hasMessage(
            error.summary()
                + " [data: "
                + error.dataState().sentence()
                + "; "
                + error.remedy()
                + "]");
  }

  @ParameterizedTest
  @MethodSource("oneOfEach")
  void noErrorThatLeavesAWriteOpenInvitesToRepeatIt(LinchpinException error) {
    if (error.dataState() == DataState.UNKNOWN) {
      assertThat(error.retrySafe()).isFalse();
      assertThat(error.remedy()).doesNotContain("retry");
    }
  }

  @Test
  void everyKindOfErrorIsHere() {
    assertThat(oneOfEach().stream().map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(LinchpinException.class.getPermittedSubclasses());
  }

  @Test
  void aRetryIsSafeAfterContentionAndNotAfterAMistake() {
    assertThat(oneOfEach().stream().filter(LinchpinException::retrySafe).map(Object::getClass))
        .containsExactlyInAnyOrder(
            LiveWriterContentionException.class,
            ReadSetConflictException.class,
            RecoveryRequiredException.class,
            RetriesExhaustedException.class,
            StorageException.class);
  }

  @ParameterizedTest
  @EnumSource(DataState.class)
  void aFailureOfTheStoreSaysWhatIsKnownOfTheData(DataState state) {
    StorageException error = new StorageException("what", state, CAUSE);
    assertThat(error.dataState()).isEqualTo(state);
    assertThat(error).hasCause(CAUSE);
    assertThat(error.retrySafe()).isEqualTo(state != DataState.UNKNOWN);
  }

  @Test
  void anOpenOutcomeNamesItsOperation() {
    OperationId operation = new OperationId("op");
    OutcomeUnknownException error = new OutcomeUnknownException(operation, "what", CAUSE);
    assertThat(error.operation()).isEqualTo(operation);
    assertThat(error.summary()).contains("op");
    assertThat(error).hasCause(CAUSE);
  }

  @Test
  void exhaustionTellsEveryCauseAndCountsThem() {
    RetriesExhaustedException error =
        new RetriesExhaustedException(List.of("first", "second"), DataState.UNCHANGED);
    assertThat(error.causes()).containsExactly("first", "second");
    assertThat(error.summary()).contains("2 attempts").endsWith("second");
  }

  @Test
  void aStateOfTheDataIsAClause() {
    for (DataState state : DataState.values()) {
      assertThat(state.sentence()).isNotBlank().doesNotEndWith(".");
    }
  }
}
