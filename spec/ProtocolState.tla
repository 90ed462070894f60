---------------------------- MODULE ProtocolState ----------------------------
(***************************************************************************)
(* Every variable on one page, so that one can see what a crash leaves.    *)
(*                                                                         *)
(* An "operation" is ONE ATTEMPT of one process; a retry after arming is a *)
(* new operation.  A process that stalls is a process that takes no step:  *)
(* safety assumes no fairness, so all stalls and late awakenings between   *)
(* two actions are included.  A crash only adds that volatile state goes.  *)
(***************************************************************************)
EXTENDS LanceSubstrate, ManifestAuthority, FiniteSets

CONSTANTS
  Ops,        \* operation attempts
  Procs,      \* operating system processes
  Owner,      \* [Ops -> Procs]
  Writes,     \* [Ops -> non-empty SUBSET Tables]
  Reads,      \* [Ops -> SUBSET Tables]: read for the decision, not written
  Kind,       \* [Ops -> Kinds]: the kind of Lance transaction it commits
  Rank        \* [Tables -> Nat], injective: the total order of gate keys

VARIABLES
  \* durable
  man,        \* the manifest
  hist,       \* hist[t]: chain of the registered incarnation of table t
  made,       \* processes whose own new table incarnations exist (creation)
  sidecar,    \* sidecar[o]: [phase: none | armed | confirmed, abandoned]; it
              \* also holds base[o] and, once confirmed, achieved[o]
  audit,      \* audit[o]: kinds of outcome that recovery has recorded
  \* volatile, lost with its process
  alive,      \* processes that have not crashed
  stage,      \* stage[o]: where the attempt stands
  base,       \* base[o]: captured pointers and epochs (the read set)
  prepared,   \* prepared[o]: the versions the plan was really computed from
  achieved,   \* achieved[o]: versions at which effects landed, 0 if not yet
  held,       \* held[o]: gate keys
  rec,        \* rec[p]: the recovery that process p is running
  \* observers: no action reads them
  told,       \* told[o]: what the caller has been told
  witness     \* witness[o]: crash contract row (1..5) of the crash of its owner

durable  == <<man, hist, made, sidecar, audit>>
attempt  == <<stage, base, prepared, achieved, held>>
vars     == <<man, hist, made, sidecar, audit, alive, stage, base, prepared,
              achieved, held, rec, told, witness>>

Zero       == [t \in Tables |-> 0]
NoBase     == [ptr |-> Zero, epoch |-> Zero]
NoIntent   == [phase |-> "none", abandoned |-> FALSE]
Intent(f, a) == [phase |-> f, abandoned |-> a]
Pending(o) == sidecar[o].phase # "none"
Scope(o)   == Writes[o] \cup Reads[o]
HeadOf(t)  == Newest(hist[t])
Published  == Visible(man)
Effects(o) == {t \in Tables : \E v \in 1..HeadOf(t) : hist[t][v].by = o}
Live(o)    == Owner[o] \in alive

\* Exactly the authority values that o's result depends on (seed 2.2), as one
\* manifest m shows them: pointers AND epochs, of tables written AND read.
MembersUnchanged(o, m) ==
  \A t \in Scope(o) : /\ m.ptr[t] = base[o].ptr[t]
                      /\ m.epoch[t] = base[o].epoch[t]

Aligned(o) == \A t \in Writes[o] : HeadOf(t) = man.ptr[t]

\* Intents that a writer with this scope must not pass (seed 4.1): those that may
\* have moved a table that it reads or writes.  What an intent has only read is
\* no obstacle: its own publish is then refused by its read set.
Blocking(o) == {x \in Ops \ {o} : Pending(x) /\ Writes[x] \cap Scope(o) # {}}

ASSUME \A o \in Ops : Writes[o] # {} /\ Kind[o] \in Kinds /\ Owner[o] \in Procs
ASSUME \A t, u \in Tables : Rank[t] = Rank[u] => t = u
==============================================================================
