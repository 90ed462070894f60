---------------------------- MODULE ProtocolState ----------------------------
(***************************************************************************)
(* Every variable on one page, so that one can see what a crash leaves.    *)
(*                                                                         *)
(* An "operation" is ONE ATTEMPT of one process; a retry after arming is a *)
(* new operation.  A process may stall between any two steps and wake late *)
(* (`paused`), and a call whose reply was lost may still land long after   *)
(* its process has given it up or died (`late`).                           *)
(***************************************************************************)
EXTENDS LanceSubstrate, ManifestAuthority, FiniteSets

CONSTANTS
  Ops,        \* operation attempts
  Procs,      \* operating system processes
  Owner,      \* [Ops -> Procs]
  Writes,     \* [Ops -> non-empty SUBSET Tables]
  Reads,      \* [Ops -> SUBSET Tables]: read for the decision, not written
  Kind,       \* [Ops -> [Tables -> Kinds]]: the Lance transaction it commits there
  Informed,   \* attempts whose barrier knows their tables from a predecessor
  Rank        \* [Tables -> Nat], injective: the total order of gate keys

VARIABLES
  \* durable
  man,        \* the manifest
  hist,       \* hist[t]: chain of the registered incarnation of table t
  made,       \* processes whose own new table incarnations exist (creation)
  sidecar,    \* sidecar[o]: [phase: none | armed | confirmed, abandoned]; it
              \* also holds base[o] and, once confirmed, achieved[o]
  audit,      \* audit[o]: kinds of outcome that recovery has recorded
  voided,     \* voided[t]: up to which version a repair is on record
  \* the environment
  alive,      \* processes that have not crashed
  paused,     \* paused[p]: "never" | "paused" | "resumed"
  late,       \* calls of writers that are still in flight, sender unknown
  \* volatile, lost with its process
  permit,     \* permit[p][t]: foreign versions up to this one are void, says
              \* the operator to process p
  stage,      \* stage[o]: where the attempt stands
  ahead,      \* ahead[o]: intents that its barrier must see settled
  base,       \* base[o]: captured pointers and epochs (the read set)
  prepared,   \* prepared[o]: the versions the plan was really computed from
  achieved,   \* achieved[o]: versions at which effects landed, 0 if not yet
  held,       \* held[o]: gate keys
  rec,        \* rec[p]: the recovery that process p is running
  \* observers: no action reads them
  told,       \* told[o]: what the caller has been told
  witness     \* witness[o]: crash contract row (1..5) of the crash of its owner

durable  == <<man, hist, made, sidecar, audit, voided>>
world    == <<alive, paused, late, permit>>
plan     == <<ahead, base, prepared, achieved, held>>
attempt  == <<stage, plan>>
observed == <<told, witness>>
vars     == <<durable, world, attempt, rec, observed>>

Zero       == [t \in Tables |-> 0]
NoBase     == [ptr |-> Zero, epoch |-> Zero]
NoIntent   == [phase |-> "none", abandoned |-> FALSE]
Intent(f, a) == [phase |-> f, abandoned |-> a]
Pending(o) == sidecar[o].phase # "none"
Scope(o)   == Writes[o] \cup Reads[o]
HeadOf(t)  == Newest(hist[t])
Published  == Visible(man)
Effects(o) == {t \in Tables : \E v \in 1..HeadOf(t) : hist[t][v].by = o}
Runs(p)    == p \in alive /\ paused[p] # "paused"

\* An outcome that is on record for ever.
Settled(o) == o \in Published \/ audit[o] # {}

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

\* Somebody outside the protocol has moved a table that x may have moved.
Moved(t)        == \E v \in (man.ptr[t] + 1)..HeadOf(t) : hist[t][v].by = FOREIGN
Unverifiable(x) == \E t \in Writes[x] : Moved(t)
==============================================================================
