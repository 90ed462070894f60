package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.scenario.Stage;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One stage for all test classes, closed after the last: opening it takes seconds. */
public final class SharedStage implements ParameterResolver {
  private record Closing(Stage stage) implements AutoCloseable {
    @Override
    public void close() {
      stage.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SharedStage.class))
        .getOrComputeIfAbsent(Stage.class, any -> new Closing(Stage.open()), Closing.class)
        .stage();
  }
}
