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
  /\ p \in alive /\ CanCreate(p) /\ ~Exists(man) /\ p \notin made
  /\ made' = made \cup {p}
  /\ UNCHANGED <<man, hist, sidecar, audit, alive, attempt, rec, told, witness>>

\* From here `hist` is the winner's incarnation of each table.  The tables of
\* the others can be reached by nobody, so `made` forgets who they were.
CreateGraph(p) ==
  /\ p \in alive /\ ~Exists(man) /\ p \in made
  /\ man' = FirstManifest
  /\ hist' = [t \in Tables |-> FirstVersion]
  /\ made' = {}
  /\ UNCHANGED <<sidecar, audit, alive, attempt, rec, told, witness>>
=============================================================================
