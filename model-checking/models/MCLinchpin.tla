----------------------------- MODULE MCLinchpin -----------------------------
(* Bounds for TLC: who writes what, who may crash, how often.  A config picks *)
(* a cast; the budgets replace the guards Can... of the specification.        *)
EXTENDS CrashContract, TLC

CONSTANTS
  Recoverers,     \* processes that run recovery
  Creators,       \* processes that create the graph
  Mortals,        \* processes that may crash
  Crashes,        \* how many of them
  Foreigners,     \* how many foreign commits, in all
  ForeignTables,  \* on which tables
  Lossy,          \* operations that may lose replies
  LossyAt,        \* at which stages
  Pausers,        \* processes that may stall once, explicitly
  Quitters,       \* processes that may give a recovery up
  Repairers       \* processes that an operator may give a permission

MCRecovers(p)  == Exists(man) /\ p \in Recoverers
\* A process leaves recovery to others while an intent of its own is pending.
MCOthersRecover(p) == MCRecovers(p) /\ \A o \in Ops : Owner[o] = p => ~Pending(o)
MCCanCreate(p) == p \in Creators
MCCanCrash(p)  == p \in Mortals /\ Cardinality(Procs \ alive) < Crashes
MCCanIntrude(t) ==
  t \in ForeignTables /\
    Cardinality({<<u, v>> \in Tables \X (1..12) : v <= HeadOf(u) /\ hist[u][v].by = FOREIGN})
      < Foreigners
MCCanLoseReply(o) == o \in Lossy /\ stage[o] \in LossyAt
MCCanBeUnsure(o) == stage[o] = "unsure"
MCCanPause(p)   == p \in Pausers /\ paused[p] = "never"
MCCanGiveUp(p)  == p \in Quitters
MCCanGiveUpWrite(o) == Owner[o] \in Quitters
MCCanPermit(p)  == p \in Repairers
MCNeverWorthRealigning(t) == FALSE
MCWorthRealigning(t) == HeadOf(t) # man.ptr[t]
\* The scheduling of the code, for liveness: intents first, then what is left.
MCIntentsFirst(t) == HeadOf(t) # man.ptr[t] /\ \A x \in Ops : Pending(x) => t \notin Writes[x]
Deciding2       == {"confirm", "publish"}
Anywhere        == {"arm", "effect", "confirm", "publish", "failed", "unknown", "finalize"}
AppendOnly    == {"Append"}
BothKinds     == {"Append", "Overwrite"}

T1 == {"t1"}
T2 == {"t1", "t2"}
T3 == {"t1", "t2", "t3"}
MCRank == [t \in Tables |-> CASE t = "t1" -> 1 [] t = "t2" -> 2 [] t = "t3" -> 3]

\* The cast.  Names say what matters: A two tables; B one, reading another;
\* C read-modify-writes t2 as a whole; U deletes rows; D like A.
MCWrites == [o \in Ops |-> CASE o \in {"A", "D"} -> {"t1", "t2"} [] o \in {"B", "S"} -> {"t1"}
                             [] o \in {"C", "U"} -> {"t2"}]
MCReads  == [o \in Ops |-> CASE o = "B" -> {"t2"} [] OTHER -> {}]
MCKind   == [o \in Ops |-> [t \in Tables |-> CASE o \in {"C"} -> "Overwrite"
                [] o \in {"U", "D"} -> "Update" [] OTHER -> "Append"]]
\* All but B know their tables from a predecessor.
MCInformed == Ops \ {"B"}
\* A, S on p1; B, C on p2; D, U on p1 as well when gates matter
MCOwner  == [o \in Ops |-> IF o \in {"B", "C"} THEN "p2" ELSE "p1"]

ASSUME \A o \in Ops : /\ Writes[o] # {} /\ Owner[o] \in Procs
                     /\ \A t \in Writes[o] : Kind[o][t] \in Kinds
ASSUME \A t, u \in Tables : Rank[t] = Rank[u] => t = u
=============================================================================
