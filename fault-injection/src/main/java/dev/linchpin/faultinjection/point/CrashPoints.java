package dev.linchpin.faultinjection.point;

import dev.linchpin.DurableCall;
import dev.linchpin.Protocol;
import dev.linchpin.SpecAction;
import dev.linchpin.faultinjection.point.AnnotatedMethod.Kind;
import dev.linchpin.lance.Graph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Every place at which a process can be killed: read from the annotations of the core and of the
 * Lance adapters, never listed by hand, so that a new durable call is a new crash point on the day
 * it is written.
 */
public final class CrashPoints {
  /** One class of each module that holds annotated methods. */
  private static final List<Class<?>> MODULES = List.of(Protocol.class, Graph.class);

  private CrashPoints() {}

  /**
   * Scans the classes of the core and the adapters.
   *
   * @return every annotated method, actions first, by name
   */
  public static SortedSet<AnnotatedMethod> annotated() {
    SortedSet<AnnotatedMethod> found = new TreeSet<>();
    for (Class<?> anchor : MODULES) {
      for (String name : classNames(anchor)) {
        scan(name, anchor.getClassLoader(), found);
      }
    }
    return found;
  }

  private static void scan(String name, ClassLoader loader, SortedSet<AnnotatedMethod> into) {
    try {
      for (Method method : Class.forName(name, false, loader).getDeclaredMethods()) {
        SpecAction action = method.getAnnotation(SpecAction.class);
        if (action != null) {
          into.add(AnnotatedMethod.of(Kind.ACTION, action.value(), method));
        }
        DurableCall durable = method.getAnnotation(DurableCall.class);
        if (durable != null) {
          into.add(AnnotatedMethod.of(Kind.DURABLE_CALL, durable.value(), method));
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("a class file without its class: " + name, e);
    }
  }

  /** The classes that were built together with the anchor, in a directory or in a jar. */
  private static List<String> classNames(Class<?> anchor) {
    try {
      Path source = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(source)) {
        return classNames(source, anchor);
      }
      try (FileSystem jar =
          FileSystems.newFileSystem(URI.create("jar:" + source.toUri()), Map.of())) {
        return classNames(jar.getPath("/"), anchor);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scan the module of " + anchor.getName(), e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no place for the module of " + anchor.getName(), e);
    }
  }

  private static List<String> classNames(Path root, Class<?> anchor) throws IOException {
    String ours = "dev" + root.getFileSystem().getSeparator() + "linchpin";
    try (Stream<Path> files = Files.walk(root.resolve(ours))) {
      List<String> names =
          files
              .map(file -> root.relativize(file).toString())
              .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
              .map(file -> file.substring(0, file.length() - ".class".length()))
              .map(file -> file.replace(root.getFileSystem().getSeparator(), "."))
              .sorted()
              .toList();
      if (!names.contains(anchor.getName())) {
        throw new IllegalStateException(root + " does not hold " + anchor.getName());
      }
      return names;
    }
  }
}
