package dev.linchpin.faultinjection.table;

import dev.linchpin.faultinjection.trace.TraceKeeping;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Which cells to run, and what the evidence is labelled with.
 *
 * @param adapter only this adapter's scenarios, for instance {@code MUTATION}; empty for all
 * @param point only cells whose name is this or contains it; empty for all
 * @param all every cell instead of the representative set; a given point implies it
 * @param seed picks, among equivalent cells, those of the representative set
 * @param commit the commit under test; empty to ask git
 * @param evidence where the results go as JSON; empty for nowhere
 * @param traces what is done with the traces of each cell
 */
public record CrashTableOptions(
    Optional<String> adapter,
    Optional<String> point,
    boolean all,
    long seed,
    Optional<String> commit,
    Optional<Path> evidence,
    TraceKeeping traces) {
  /** The representative set, results under {@code target/evidence/crash-table.json}. */
  public static final CrashTableOptions DEFAULT =
      new CrashTableOptions(
          Optional.empty(),
          Optional.empty(),
          false,
          1,
          Optional.empty(),
          Optional.of(Path.of("target", "evidence", "crash-table.json")),
          TraceKeeping.NONE);

  /** All parts are required. */
  public CrashTableOptions {
    Objects.requireNonNull(adapter, "adapter");
    Objects.requireNonNull(point, "point");
    Objects.requireNonNull(commit, "commit");
    Objects.requireNonNull(evidence, "evidence");
    Objects.requireNonNull(traces, "traces");
  }

  /**
   * What the command line says.
   *
   * @param adapter an adapter, or null
   * @param point a point, or null
   * @param all every cell
   * @return the options
   */
  public static CrashTableOptions of(String adapter, String point, boolean all) {
    return new CrashTableOptions(
        Optional.ofNullable(adapter),
        Optional.ofNullable(point),
        all,
        DEFAULT.seed(),
        DEFAULT.commit(),
        DEFAULT.evidence(),
        DEFAULT.traces());
  }

  /**
   * These options with another seed.
   *
   * @param seed the seed
   * @return the new options
   */
  public CrashTableOptions withSeed(long seed) {
    return new CrashTableOptions(adapter, point, all, seed, commit, evidence, traces);
  }

  /**
   * These options with another evidence file.
   *
   * @param evidence the file
   * @return the new options
   */
  public CrashTableOptions withEvidence(Path evidence) {
    return new CrashTableOptions(adapter, point, all, seed, commit, Optional.of(evidence), traces);
  }

  /**
   * These options with a commit for the label.
   *
   * @param commit the commit under test
   * @return the new options
   */
  public CrashTableOptions withCommit(String commit) {
    return new CrashTableOptions(adapter, point, all, seed, Optional.of(commit), evidence, traces);
  }

  /**
   * These options with something to be done with the traces.
   *
   * @param traces what
   * @return the new options
   */
  public CrashTableOptions withTraces(TraceKeeping traces) {
    return new CrashTableOptions(adapter, point, all, seed, commit, evidence, traces);
  }
}
