-------------------------- MODULE ManifestAuthority --------------------------
(***************************************************************************)
(* The graph manifest: the only authority, and the only thing that is ever *)
(* compared and swapped.                                                   *)
(*                                                                         *)
(* It is one small whole state.  A commit of it is a Lance Overwrite read  *)
(* at the very version it was computed from; Overwrite against Overwrite   *)
(* is serialized by Lance, hence a compare-and-swap on `version`.          *)
(*   ptr[t]    the version of table t that readers see                     *)
(*   epoch[t]  grows when a recovery decides that something is void        *)
(*   lineage   the operations that are visible, in order                   *)
(* version 0 means that there is no graph.                                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANT Tables

NoManifest ==
  [version |-> 0, ptr |-> [t \in Tables |-> 0], epoch |-> [t \in Tables |-> 0],
   lineage |-> <<>>]

FirstManifest ==
  [version |-> 1, ptr |-> [t \in Tables |-> 1], epoch |-> [t \in Tables |-> 0],
   lineage |-> <<>>]

Exists(m)     == m.version > 0
Visible(m)    == {m.lineage[i] : i \in 1..Len(m.lineage)}
Successor(m)      == [m EXCEPT !.version = @ + 1]

\* The whole delta of operation o in one commit: every pointer it moves and
\* its lineage row.  No subset of this is ever written.
WithOperation(m, o, tables, versions) ==
  [Successor(m) EXCEPT
     !.ptr     = [t \in Tables |-> IF t \in tables THEN versions[t] ELSE @[t]],
     !.lineage = Append(@, o)]

\* The logical rollback: the old owner's captured epochs stop being current.
WithBump(m, tables) ==
  [Successor(m) EXCEPT !.epoch = [t \in Tables |-> IF t \in tables THEN @[t] + 1 ELSE @[t]]]

\* Content does not change: version v of t holds what the old pointer held.
WithPointer(m, t, v) == [Successor(m) EXCEPT !.ptr[t] = v]
==============================================================================
