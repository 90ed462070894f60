------------------------------ MODULE TraceCheck ------------------------------
(***************************************************************************)
(* Is a recorded run of the real code a behaviour of the specification?    *)
(*                                                                         *)
(* TraceData (generated) holds one cast for some runs, and their events; it *)
(* renames, and computes nothing.  This module is the whole abstraction:   *)
(*                                                                         *)
(*   Java                                  specification                   *)
(*   an operation id = one attempt         o \in Ops, stage[o]             *)
(*   an open graph handle                  p \in Procs, Owner[o]           *)
(*   a further recovering thread of it     one more p \in Procs            *)
(*   manifest, its heads                   man.version, ptr, epoch         *)
(*   Lance versions of a table             hist[t][1..]                    *)
(*   a file in __recovery/                 sidecar[o]                      *)
(*                                                                         *)
(* Act says which action an event is, Says what its noted values claim.    *)
(*                                                                         *)
(* A thread is a line of events.  Nobody ordered the threads while they    *)
(* ran: TLC looks for an order of all events that respects each line and   *)
(* the clock: e.need[l] events of line l had returned before e could have  *)
(* begun to look.  What an action reads, it reads after the previous       *)
(* action of its thread; hence e begins where that one ended.              *)
(*   e.how = "return"  it is complete                                      *)
(*           "throw"   it failed; its durable call may have landed         *)
(*           "open"    the process was killed in it; perhaps it happened   *)
(***************************************************************************)
EXTENDS Obligations, TraceData, Integers, TLC

VARIABLES tid,    \* which run
          pos,    \* pos[l]: how many events of line l are explained
          seen    \* the actions that explained them
traceVars == <<vars, tid, pos, seen>>

Run     == Traces[tid]
Lines   == 1..Len(Run.lines)
More(l) == pos[l] < Len(Run.lines[l])
Ev(l)   == Run.lines[l][pos[l] + 1]
Due(l)  == More(l) /\ \A k \in Lines : pos[k] >= Ev(l).need[k]

---------------------------------------------------------------------------
Act(e) ==
  CASE e.a = "CreateTables"         -> CreateTables(e.p)
    [] e.a = "CreateGraph"          -> CreateGraph(e.p)
    [] e.a = "ListIntents"          -> ListIntents(e.o)
    [] e.a = "AwaitRecoveryBarrier" -> AwaitRecoveryBarrier(e.o)
    [] e.a = "CaptureBase"          -> CaptureBase(e.o)
    [] e.a = "Prepare"              -> Prepare(e.o)
    [] e.a = "AcquireGates"         -> AcquireGates(e.o)
    [] e.a = "Revalidate"           -> Revalidate(e.o)
    [] e.a = "Restart"              -> Restart(e.o)
    [] e.a = "ArmRecovery"          -> ArmRecovery(e.o)
    [] e.a = "ApplyEffect"          -> \E t \in Tables : (e.t = "" \/ e.t = t) /\ ApplyEffect(e.o, t)
    [] e.a = "ConfirmEffects"       -> ConfirmEffects(e.o)
    [] e.a = "PublishManifest"      -> PublishManifest(e.o)
    [] e.a = "ObserveOwnCommit"     -> ObserveOwnCommit(e.o)
    [] e.a = "LosePublish"          -> LosePublish(e.o)
    [] e.a = "ReportUnknown"        -> ReportUnknown(e.o)
    [] e.a = "HandOver"             -> HandOver(e.o)
    [] e.a = "FinalizeWrite"        -> FinalizeWrite(e.o)
    [] e.a = "ReleaseGates"         -> ReleaseGates(e.o)
    [] e.a = "GiveUpWrite"          -> GiveUpWrite(e.o)
    [] e.a = "DiscoverIntents"      -> \E o \in Ops : (e.o = "" \/ e.o = o) /\ DiscoverIntents(e.p, o)
    [] e.a = "ClassifyIntent"       -> ClassifyIntent(e.p)
    [] e.a = "ConvergeOnVisible"    -> ConvergeOnVisible(e.p)
    [] e.a = "RollForward"          -> RollForward(e.p)
    [] e.a = "BumpEpochs"           -> BumpEpochs(e.p)
    [] e.a = "AbortEmptyIntent"     -> AbortEmptyIntent(e.p)
    [] e.a = "StartRealign"         -> \E t \in Tables : (e.t = "" \/ e.t = t) /\ StartRealign(e.p, t)
    [] e.a = "ReadRealignHead"      -> ReadRealignHead(e.p)
    [] e.a = "ReadRealignPointer"   -> ReadRealignPointer(e.p)
    [] e.a = "RealignTable"         -> RealignTable(e.p)
    [] e.a = "RecordRepair"         -> RecordRepair(e.p)
    [] e.a = "PublishRollback"      -> PublishRollback(e.p)
    [] e.a = "LoseRecoveryCas"      -> LoseRecoveryCas(e.p)
    [] e.a = "RefuseUnverifiable"   -> RefuseUnverifiable(e.p)
    [] e.a = "RecordAudit"          -> RecordAudit(e.p)
    [] e.a = "RemoveIntent"         -> RemoveIntent(e.p)
    [] e.a = "GiveUpRecovery"       -> GiveUpRecovery(e.p)
    [] e.a = "Crash"                -> Crash(e.p)
    [] e.a = "Pause"                -> Pause(e.p)
    [] e.a = "Resume"               -> Resume(e.p)
    [] e.a = "ForeignCommit"        -> ForeignCommit(e.t)
    [] e.a = "OperatorPermits"      -> OperatorPermits(e.p, e.t)
    [] OTHER                        -> FALSE

\* Where a commit landed: e.n is its version, 0 if it was refused.
LandedAt(t, n) == IF n = 0 THEN UNCHANGED hist
                  ELSE HeadOf(t) + 1 = n /\ Len(hist'[t]) = n
Committed(n)   == man'.version = n /\ man.version = n - 1
Decision(p) ==
  LET x == rec[p] IN RealignCase(p, x.table, x.head, man.ptr[x.table], man.epoch[x.table])

Says(e) ==
  CASE e.a = "CaptureBase"     -> man.version = e.n
    [] e.a = "AcquireGates"    -> held'[e.o] = held[e.o] \cup {e.gates[Cardinality(held[e.o]) + 1]}
    [] e.a = "Prepare"         -> base[e.o] = Run.tokens[e.o]
    [] e.a = "Revalidate"      -> stage'[e.o] = IF e.s = "passed" THEN "arm" ELSE "stale"
    [] e.a = "ApplyEffect"     -> LandedAt(e.t, e.n)
    [] e.a = "PublishManifest" -> Committed(e.n)
    [] e.a = "DiscoverIntents" -> sidecar[e.o] = Intent(e.s, e.m = 1)
    [] e.a = "ClassifyIntent"  -> /\ rec[e.p].op = e.o /\ man.version = e.n
                                  /\ rec'[e.p].verdict = e.s
    [] e.a = "RollForward"     -> rec[e.p].op = e.o /\ Committed(e.n)
    [] e.a = "BumpEpochs"      -> /\ rec[e.p].op = e.o
                                  /\ IF e.s = "fenced" THEN UNCHANGED man ELSE Committed(e.n)
    [] e.a \in {"ConvergeOnVisible", "AbortEmptyIntent", "RemoveIntent"} -> rec[e.p].op = e.o
    [] e.a = "ReadRealignHead" -> rec'[e.p].table = e.t /\ rec'[e.p].head = e.n
    [] e.a = "ReadRealignPointer" -> /\ rec[e.p].table = e.t /\ Decision(e.p) = e.s
                                     /\ man.ptr[e.t] = e.n /\ man.epoch[e.t] = e.m
    [] e.a = "RealignTable"    -> rec[e.p].table = e.t /\ LandedAt(e.t, e.n)
    [] e.a = "RecordRepair"    -> rec[e.p].table = e.t /\ rec[e.p].head = e.n
    [] e.a = "PublishRollback" -> /\ rec[e.p].table = e.t /\ Committed(e.n)
                                  /\ rec[e.p].head = e.m
    [] e.a = "RecordAudit"     -> rec[e.p].op = e.o /\ AuditKind(rec[e.p].verdict) = e.s
    [] e.a = "ForeignCommit"   -> LandedAt(e.t, e.n) /\ hist'[e.t][e.n].kind = e.s
    [] e.a = "OperatorPermits" -> permit'[e.p][e.t] = e.n
    [] OTHER                   -> TRUE

\* Events that change nothing in the specification, and what they claim of it.
NoStep(e) ==
  CASE e.a \in {"PublishManifest", "RollForward", "BumpEpochs"} /\ e.s = "lost" -> man.version >= e.n
    [] e.a = "PublishRollback" /\ e.s = "superseded" -> Running(e.p, "cas") /\ ~SameHead(rec[e.p])
    [] e.a = "DiscoverIntents" /\ e.s = "vanished"   -> ~Pending(e.o)
    [] e.a = "Restart"                               -> stage[e.o] = "done"
    [] e.a = "GiveUpRecovery"                        -> rec[e.p] = IdleRec
    [] OTHER                                         -> FALSE

---------------------------------------------------------------------------
Take(l)  == pos' = [pos EXCEPT ![l] = @ + 1]
Keep     == UNCHANGED pos
Saw(x)   == seen' = seen \cup {x}

WriterCalls == {"ArmRecovery", "ApplyEffect", "ConfirmEffects", "PublishManifest", "HandOver",
                "FinalizeWrite"}
Creations   == {"CreateTables", "CreateGraph"}

Recovering(e) == e.a \notin WriterCalls \cup Creations
Explain(l) ==
  LET e == Ev(l) IN
  /\ Due(l)
  /\ \/ /\ e.how = "return" /\ e.s \notin {"lost", "superseded", "vanished"}
        /\ Act(e) /\ Says(e) /\ Saw(e.a)
        \* one key a step, one event for the whole set
        /\ IF e.a = "AcquireGates" /\ stage'[e.o] = "gates" THEN Keep ELSE Take(l)
     \/ /\ e.how = "return" /\ NoStep(e)
        /\ Take(l) /\ UNCHANGED <<vars, seen>>
     \/ /\ e.how = "open" /\ Act(e)
        /\ Take(l) /\ Saw(e.a)
     \/ /\ e.how = "throw" /\ e.a \in WriterCalls
        /\ LoseReply(e.o) /\ Take(l) /\ Saw("LoseReply")
     \/ /\ e.how = "throw" /\ e.a \in Creations
        /\ \/ Act(e) /\ Saw(e.a)
           \/ UNCHANGED <<vars, seen>>
        /\ Take(l)
     \* a recovery gives up, perhaps after its call has landed
     \/ /\ e.how = "throw" /\ Recovering(e)
        /\ Act(e) /\ Keep /\ Saw(e.a)
     \/ /\ e.how = "throw" /\ Recovering(e)
        /\ IF rec[e.p] = IdleRec THEN UNCHANGED <<vars, seen>>
           ELSE GiveUpRecovery(e.p) /\ Saw("GiveUpRecovery")
        /\ Take(l)

\* A graph at rest, if the trace does not begin with its creation.  How it got
\* there is not known, and nothing depends on it.
Earlier(v) == [FirstVersion[1] EXCEPT !.base = v - 1]
Begin ==
  IF Run.start.version = 0 THEN man = NoManifest /\ hist = [t \in Tables |-> <<>>]
  ELSE /\ man = Run.start
       /\ hist = [t \in Tables |-> [v \in 1..Run.start.ptr[t] |-> Earlier(v)]]
TraceInit ==
  /\ tid \in 1..Len(Traces)
  /\ Begin /\ InitApartFromStorage
  /\ pos = [l \in Lines |-> 0] /\ seen = {}

TraceNext ==
  /\ \/ \E l \in Lines : Explain(l)
     \/ \E o \in Ops : LateEffect(o) /\ Keep /\ Saw("LateEffect")
  /\ UNCHANGED tid

---------------------------------------------------------------------------
\* How far one has come is told by printing, so that one TLC run can judge many
\* traces: register tid holds the furthest point, Len(Traces) + tid the verdict.
Finished == \A l \in Lines : More(l) => Ev(l).how = "open"

RECURSIVE Sum(_)
Sum(n) == IF n = 0 THEN 0 ELSE pos[n] + Sum(n - 1)
Done(i) == Len(Traces) + i
ASSUME \A i \in 1..(2 * Len(Traces)) : TLCSet(i, -1)
Account ==
  LET n == Sum(Len(Run.lines)) IN
  /\ n > TLCGet(tid) => TLCSet(tid, n) /\ PrintT(<<"LINCHPIN-FURTHEST", tid, pos>>)
  /\ Finished /\ TLCGet(Done(tid)) = -1
       => TLCSet(Done(tid), 1) /\ PrintT(<<"LINCHPIN-EXPLAINED", tid, seen>>)
\* One explanation is enough.
Open == TLCGet(Done(tid)) = -1

\* For a trace that is refused: what the specification would allow there.
Allowed(l) ==
  LET e == Ev(l) IN
  {x \in TraceActions :
     IF x \in TraceWriterActions
     THEN e.o # "" /\ Owner[e.o] = e.p /\ ENABLED Act([e EXCEPT !.a = x, !.t = ""])
     ELSE ENABLED Act([e EXCEPT !.a = x, !.t = "", !.o = ""])}
Refusal ==
  pos = Run.furthest =>
    \A l \in Lines : Due(l) => PrintT(<<"LINCHPIN-ALLOWED", l, Allowed(l)>>)
Before == pos # Run.furthest
=============================================================================
