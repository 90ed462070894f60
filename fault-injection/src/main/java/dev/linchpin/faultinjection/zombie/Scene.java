package dev.linchpin.faultinjection.zombie;

import dev.linchpin.faultinjection.trace.CaseTraces;
import dev.linchpin.faultinjection.witness.Contents;
import dev.linchpin.faultinjection.zombie.HistoryJudge.Fate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a case begins with; it is copied, never changed.
 *
 * @param graph the graph
 * @param traces the directory with the traces of everybody so far; see {@link CaseTraces}
 * @param contents the rows at the manifest version from which on the case is judged
 * @param manifest that version
 * @param told what happened since then
 * @param fates what must become of operations
 */
record Scene(
    Path graph,
    Path traces,
    Contents contents,
    long manifest,
    List<Told> told,
    Map<String, Fate> fates) {}
