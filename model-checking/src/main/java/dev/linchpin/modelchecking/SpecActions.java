package dev.linchpin.modelchecking;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import util.SimpleFilenameToStream;
import util.ToolIO;

/**
 * The actions of the specification, taken from the parsed specification itself, so that a test can
 * hold the code's {@code @SpecAction} methods against them.
 */
public final class SpecActions {
  private static final String ROOT_MODULE = "Linchpin";
  private static final String ENVIRONMENT_MODULE = "Environment";

  private record Action(String name, String module) {}

  private SpecActions() {}

  /**
   * Every disjunct of {@code Next}, in the order of the specification, each as often as it occurs.
   *
   * @return names such as {@code ArmRecovery}
   * @throws IllegalStateException if the specification does not parse, or if a disjunct is not a
   *     named action
   */
  public static List<String> ofNext() {
    return Parsed.ACTIONS.stream().map(Action::name).toList();
  }

  /**
   * The disjuncts of {@code Next} that happen to the protocol and therefore have no method.
   *
   * @return names such as {@code Crash}; a part of {@link #ofNext()}
   * @throws IllegalStateException as for {@link #ofNext()}
   */
  public static List<String> environment() {
    return Parsed.ACTIONS.stream()
        .filter(action -> action.module().equals(ENVIRONMENT_MODULE))
        .map(Action::name)
        .toList();
  }

  /** The specification does not change while this JVM lives, and the parser is not reentrant. */
  private static final class Parsed {
    static final List<Action> ACTIONS = parse();
  }

  private static List<Action> parse() {
    try {
      Path directory = Files.createTempDirectory("linchpin-sany-");
      try {
        SpecFiles.copyTo(directory);
        return disjuncts(directory);
      } finally {
        SpecFiles.deleteTree(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Action> disjuncts(Path directory) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream said = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    // The parser also talks through a static stream of its own.
    PrintStream usual = ToolIO.out;
    ToolIO.out = said;
    String file = directory.resolve(ROOT_MODULE + ".tla").toString();
    SpecObj spec = new SpecObj(file, new SimpleFilenameToStream(directory.toString()));
    try {
      SANY.frontEndMain(spec, file, said);
    } catch (FrontEndException e) {
      throw new IllegalStateException("cannot parse: " + bytes.toString(StandardCharsets.UTF_8), e);
    } finally {
      ToolIO.out = usual;
    }
    OpDefNode next = spec.getRootModule() == null ? null : spec.getRootModule().getOpDef("Next");
    if (next == null) {
      throw new IllegalStateException("no Next: " + bytes.toString(StandardCharsets.UTF_8));
    }
    List<Action> actions = new ArrayList<>();
    collect((OpApplNode) next.getBody(), actions);
    return List.copyOf(actions);
  }

  private static void collect(OpApplNode node, List<Action> actions) {
    String operator = node.getOperator().getName().toString();
    switch (operator) {
      case "$DisjList", "\\lor", "$BoundedExists" -> {
        for (ExprOrOpArgNode argument : node.getArgs()) {
          collect((OpApplNode) argument, actions);
        }
      }
      default -> {
        if (!(node.getOperator() instanceof OpDefNode definition) || operator.startsWith("$")) {
          throw new IllegalStateException("a disjunct of Next is no named action: " + operator);
        }
        actions.add(
            new Action(
                operator, definition.getOriginallyDefinedInModuleNode().getName().toString()));
      }
    }
  }
}
