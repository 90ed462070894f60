package dev.linchpin.faultinjection.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.lance.Dataset;

/**
 * What all child JVMs of one run share, so that a child costs a fraction of a second: the class
 * path as jars only, Lance's native library unpacked once (Lance itself unpacks 181 MB at every
 * start, and a killed process leaves them behind), and an archive of loaded classes.
 */
public final class ChildImage implements AutoCloseable {
  /** The property that tells a child where the native library is. */
  private static final String NATIVE = "linchpin.native.lance_jni";

  private final Path directory;
  private final List<Path> classPath;
  private final Path nativeLibrary;
  private final Path archive;

  private ChildImage(Path directory, List<Path> classPath, Path nativeLibrary) {
    this.directory = directory;
    this.classPath = List.copyOf(classPath);
    this.nativeLibrary = nativeLibrary;
    this.archive = directory.resolve("classes.jsa");
    Leftovers.add(this);
  }

  /**
   * Prepares the image in a fresh temporary directory.
   *
   * @param training a main class whose run loads what children need; it must end normally
   * @param arguments its arguments; {@code %DIR%} stands for a fresh directory
   * @return the image, to be closed
   */
  public static ChildImage prepare(Class<?> training, String... arguments) {
    ChildImage image = prepare();
    try {
      image.train(training, arguments);
      return image;
    } catch (RuntimeException | Error e) {
      image.close();
      throw e;
    }
  }

  /**
   * Prepares the image without an archive of classes: children start slower, for runs of a few.
   *
   * @return the image, to be closed
   */
  public static ChildImage prepare() {
    try {
      Path directory = Files.createTempDirectory("linchpin-children-");
      try {
        List<Path> classPath = new ArrayList<>();
        classPath.add(shadowLoader(directory));
        classPath.addAll(jars(directory));
        return new ChildImage(directory, classPath, unpackNative(directory));
      } catch (IOException | RuntimeException | Error e) {
        Trees.delete(directory);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare child JVMs", e);
    }
  }

  private void train(Class<?> training, String... arguments) {
    Path scratch = directory.resolve("training");
    String[] resolved = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      resolved[i] = arguments[i].replace("%DIR%", scratch.toString());
    }
    ChildJvm.Launch launch =
        ChildJvm.launch(this, training, resolved).jvmOption("-XX:ArchiveClassesAtExit=" + archive);
    try (ChildJvm child = launch.start()) {
      int exit = child.awaitExit(Duration.ofSeconds(60));
      if (exit != 0 || !Files.exists(archive)) {
        throw new IllegalStateException(
            "the training run ended with " + exit + ":\n" + child.output());
      }
    } finally {
      Trees.delete(scratch);
    }
  }

  /** The options with which every child of this image starts. */
  List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    options.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    options.add("-D" + NATIVE + "=" + nativeLibrary);
    options.add("-XX:TieredStopAtLevel=1");
    options.add("-XX:+UseSerialGC");
    options.add("-Xshare:auto");
    options.add("-Xlog:disable");
    options.add("-Xlog:all=error:stderr");
    if (Files.exists(archive)) {
      options.add("-XX:SharedArchiveFile=" + archive);
    }
    return options;
  }

  /** The class path of every child. */
  String classPath() {
    return String.join(java.io.File.pathSeparator, classPath.stream().map(Path::toString).toList());
  }

  /** A fresh directory for one child. */
  Path childDirectory() {
    try {
      return Files.createTempDirectory(directory, "child-");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory for a child JVM", e);
    }
  }

  private static List<Path> jars(Path directory) throws IOException {
    List<Path> jars = new ArrayList<>();
    Set<String> seen =
        new LinkedHashSet<>(
            List.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator)));
    for (String entry : seen) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path jar = directory.resolve("classes-" + jars.size() + ".jar");
        jar(path, jar);
        jars.add(jar);
      } else if (Files.exists(path)) {
        jars.add(path.toAbsolutePath());
      }
    }
    return jars;
  }

  private static void jar(Path tree, Path jar) throws IOException {
    try (Stream<Path> files = Files.walk(tree);
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(0);
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(
            new ZipEntry(
                tree.relativize(file).toString().replace(java.io.File.separatorChar, '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  private static Path shadowLoader(Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("shadow-source"));
    Path classes = Files.createDirectories(directory.resolve("shadow-classes"));
    Path source = sources.resolve("JarJniLoader.java");
    try (InputStream text = ChildImage.class.getResourceAsStream("JarJniLoader.java.txt")) {
      Files.copy(text, source);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("child JVMs need a JDK, this is a plain runtime");
    }
    int result =
        compiler.run(
            null,
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            "-proc:none",
            "-encoding",
            StandardCharsets.UTF_8.name(),
            "-d",
            classes.toString(),
            source.toString());
    if (result != 0) {
      throw new IllegalStateException("cannot compile the native loader's stand-in");
    }
    Path jar = directory.resolve("shadow.jar");
    jar(classes, jar);
    return jar;
  }

  private static Path unpackNative(Path directory) throws IOException {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    boolean mac = os.contains("mac");
    String library = System.mapLibraryName("lance_jni");
    String platform =
        (mac ? "darwin-" : "linux-")
            + (machine.equals("amd64") || machine.equals("x86_64") ? "x86-64" : "aarch64");
    String resource = "/nativelib/" + platform + "/" + library;
    Path target = directory.resolve(library);
    try (InputStream packed = Dataset.class.getResourceAsStream(resource)) {
      if (packed == null) {
        throw new IllegalStateException("Lance has no native library for " + platform);
      }
      Files.copy(packed, target);
    }
    return target;
  }

  @Override
  public void close() {
    Leftovers.remove(this);
    Trees.delete(directory);
  }
}
