package dev.linchpin.trace;

import dev.linchpin.protocol.OperationId;
import dev.linchpin.trace.TraceEvent.Moment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Emits the begin and the end of each action of one process. */
public final class Trace {
  private final String process;
  private final TraceSink sink;

  /**
   * A trace of this process.
   *
   * @param process the process token
   * @param sink where events go
   */
  public Trace(String process, TraceSink sink) {
    this.process = process;
    this.sink = sink;
  }

  /**
   * Begins an action on no particular operation.
   *
   * @param action its name in the specification
   * @return the step; close it when the action ends
   */
  public Step begin(String action) {
    return new Step(action, Optional.empty());
  }

  /**
   * Begins an action of an operation.
   *
   * @param action its name in the specification
   * @param operation the operation
   * @return the step; close it when the action ends
   */
  public Step begin(String action, OperationId operation) {
    return begin(action, Optional.of(operation));
  }

  /**
   * Begins an action, perhaps of an operation.
   *
   * @param action its name in the specification
   * @param operation the operation; empty if none
   * @return the step; close it when the action ends
   */
  public Step begin(String action, Optional<OperationId> operation) {
    return new Step(action, operation.map(OperationId::value));
  }

  /**
   * Tells of something that happens to this thread and is none of its own actions: that it stops
   * halfway, that an operator has permitted something. Nothing durable happens by it.
   *
   * @param action the environment's action in the specification
   * @param values what goes with it
   */
  public void mention(String action, Map<String, Object> values) {
    sink.emit(
        new TraceEvent(
            System.nanoTime(),
            process,
            threadName(),
            Moment.RETURN,
            action,
            Optional.empty(),
            values));
  }

  /** Two threads may bear one name; the number tells them apart. */
  private static String threadName() {
    Thread thread = Thread.currentThread();
    return thread.getName() + "#" + thread.getId();
  }

  /** An action in progress. */
  public final class Step implements AutoCloseable {
    private final String action;
    private final Optional<String> operation;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private boolean done;

    private Step(String action, Optional<String> operation) {
      this.action = action;
      this.operation = operation;
      emit(Moment.INVOKE);
    }

    /**
     * Notes a value that a variable of the specification takes.
     *
     * @param name the variable
     * @param value text, a number, a boolean, or a map or list of such
     * @return this step
     */
    public Step note(String name, Object value) {
      values.put(name, value);
      return this;
    }

    /** Says that the action is complete; without it, closing reports an error. */
    public void done() {
      done = true;
    }

    /**
     * Says that the action is complete.
     *
     * @param result what the action returns
     * @param <T> its type
     * @return the result
     */
    public <T> T done(T result) {
      done = true;
      return result;
    }

    @Override
    public void close() {
      emit(done ? Moment.RETURN : Moment.THROW);
    }

    private void emit(Moment moment) {
      sink.emit(
          new TraceEvent(
              System.nanoTime(),
              process,
              threadName(),
              moment,
              action,
              operation,
              Map.copyOf(values)));
    }
  }
}
