------------------------------ MODULE Creation ------------------------------
(***************************************************************************)
(* How a graph comes to exist.  New tables at paths of their own, then     *)
(* manifest version 1 if and only if there is none.  Killed anywhere, the  *)
(* graph exists or its creation can simply be run again; a creator that    *)
(* dies leaves tables that nobody can reach.                               *)
(***************************************************************************)
EXTENDS ProtocolState

CanCreate(p) == TRUE      \* a bounded model replaces it

CreateTables(p) ==
  /\ Runs(p) /\ CanCreate(p) /\ ~Exists(man) /\ p \notin made
  /\ made' = made \cup {p}
  /\ UNCHANGED <<man, hist, sidecar, audit, voided, world, attempt, rec, observed>>

\* From here `hist` is the winner's incarnation of each table.  The tables of
\* the others can be reached by nobody, so `made` forgets who they were.
CreateGraph(p) ==
  /\ Runs(p) /\ ~Exists(man) /\ p \in made
  /\ man' = FirstManifest
  /\ hist' = [t \in Tables |-> FirstVersion]
  /\ made' = {}
  /\ UNCHANGED <<sidecar, audit, voided, world, attempt, rec, observed>>
=============================================================================
