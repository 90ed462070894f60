----------------------------- MODULE Environment -----------------------------
(***************************************************************************)
(* What happens to the protocol: crashes, strangers and lost replies.      *)
(* No code: a disjunct of Next that is defined in this module has no       *)
(* method.                                                                 *)
(* The guards Can... are true here; a bounded model replaces them.         *)
(***************************************************************************)
EXTENDS Creation, GraphWrite, Recovery

---------------------------------------------------------------------------
\* A process dies between any two steps; everything volatile goes with it.
CanCrash(p) == TRUE

Doomed(p) == {o \in Ops : Owner[o] = p /\ stage[o] # "done"}
Unarmed   == {"barrier", "capture", "prepare", "gates", "revalidate", "arm"}

\* Which row of the crash contract is this?  From durable things alone.
Row(o) ==
  IF o \in Published THEN IF Pending(o) THEN 5 ELSE 0
  ELSE IF sidecar[o].phase = "confirmed" THEN 4
  ELSE IF sidecar[o].phase = "armed" THEN IF Effects(o) = {} THEN 2 ELSE 3
  ELSE IF audit[o] = {} THEN 1 ELSE 0          \* 0: resolved before the crash

Crash(p) ==
  /\ p \in alive /\ CanCrash(p)
  /\ alive' = alive \ {p}
  /\ stage' = [o \in Ops |-> IF o \in Doomed(p) THEN "crashed" ELSE stage[o]]
  /\ witness' = [o \in Ops |-> IF o \in Doomed(p) THEN Row(o) ELSE witness[o]]
  /\ held' = [o \in Ops |-> IF o \in Doomed(p) THEN {} ELSE held[o]]
  \* what an armed attempt was computed from is also in its sidecar
  /\ base' = [o \in Ops |-> IF o \in Doomed(p) /\ stage[o] \in Unarmed
                            THEN NoBase ELSE base[o]]
  /\ prepared' = [o \in Ops |-> IF o \in Doomed(p) /\ stage[o] \in Unarmed
                                THEN Zero ELSE prepared[o]]
  /\ rec' = [rec EXCEPT ![p] = IdleRec]
  /\ UNCHANGED <<durable, achieved, told>>

---------------------------------------------------------------------------
\* Somebody outside the protocol commits to a table.
CanIntrude(t) == TRUE
ForeignKinds  == {"Append", "Overwrite"}

ForeignCommit(t) ==
  /\ Exists(man) /\ CanIntrude(t)
  /\ \E k \in ForeignKinds :
       hist' = [hist EXCEPT ![t] = Append(@,
         Commit(FOREIGN, k, 0, 0, Landed(@, k, {FOREIGN}, Newest(@))))]
  /\ UNCHANGED <<man, made, sidecar, audit, alive, attempt, rec, told, witness>>

---------------------------------------------------------------------------
\* The reply to a confirm or publish is lost.  The step happened or it did
\* not; the writer cannot tell, and next reads the manifest afresh.
CanLoseReply(o) == TRUE

LoseReply(o) ==
  /\ CanLoseReply(o)
  /\ \/ /\ At(o, "confirm")
        /\ Put(o, Intent("confirmed", FALSE)) \/ UNCHANGED sidecar
        /\ UNCHANGED man
     \/ /\ At(o, "publish") /\ MayPublish(o)
        /\ man' = WithOperation(man, o, Writes[o], achieved[o]) \/ UNCHANGED man
        /\ UNCHANGED sidecar
  /\ Goto(o, "unsure")
  /\ UNCHANGED <<hist, made, audit, alive, base, prepared, achieved, held, rec, told, witness>>
==============================================================================
