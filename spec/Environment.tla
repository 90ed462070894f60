----------------------------- MODULE Environment -----------------------------
(***************************************************************************)
(* What happens to the protocol: crashes, stalls, strangers, lost and late *)
(* messages, operators.                                                    *)
(* No code: a disjunct of Next that is defined in this module has no       *)
(* method.                                                                 *)
(* The guards Can... are true here; a bounded model replaces them.         *)
(***************************************************************************)
EXTENDS Creation, GraphWrite, Recovery

---------------------------------------------------------------------------
\* A process dies between any two steps; everything volatile goes with it.
\* Its calls in flight may still land.
CanCrash(p) == TRUE

Doomed(p) == {o \in Ops : Owner[o] = p /\ stage[o] # "done"}
Unarmed   == {"barrier", "waiting", "capture", "prepare", "gates", "revalidate", "stale",
              "restart", "arm"}

\* Which row of the crash contract is this?  From durable things alone.
InFlight(o) == \E c \in late : c.op = o
Row(o) ==
  IF InFlight(o) THEN 0                        \* what is durable is not known yet
  ELSE IF o \in Published THEN IF Pending(o) THEN 5 ELSE 0
  ELSE IF sidecar[o].phase = "confirmed" THEN 4
  ELSE IF sidecar[o].phase = "armed" THEN IF Effects(o) = {} THEN 2 ELSE 3
  ELSE IF audit[o] = {} THEN 1 ELSE 0          \* 0: resolved before the crash

Crash(p) ==
  /\ p \in alive /\ CanCrash(p)
  /\ alive' = alive \ {p}
  /\ stage' = [o \in Ops |-> IF o \in Doomed(p) THEN "crashed" ELSE stage[o]]
  /\ witness' = [o \in Ops |-> IF o \in Doomed(p) THEN Row(o) ELSE witness[o]]
  /\ held' = [o \in Ops |-> IF o \in Doomed(p) THEN {} ELSE held[o]]
  /\ ahead' = [o \in Ops |-> IF o \in Doomed(p) THEN {} ELSE ahead[o]]
  \* what an armed attempt was computed from is also in its sidecar
  /\ base' = [o \in Ops |-> IF o \in Doomed(p) /\ stage[o] \in Unarmed
                            THEN NoBase ELSE base[o]]
  /\ prepared' = [o \in Ops |-> IF o \in Doomed(p) /\ stage[o] \in Unarmed
                                THEN Zero ELSE prepared[o]]
  /\ rec' = [rec EXCEPT ![p] = IdleRec]
  /\ permit' = [permit EXCEPT ![p] = Zero]
  /\ UNCHANGED <<durable, achieved, paused, late, told>>

---------------------------------------------------------------------------
\* A process stalls before any step, for as long as it likes, and goes on as
\* if nothing had happened.  Clocks and leases are no part of the protocol.
CanPause(p) == TRUE

Pause(p) ==
  /\ Runs(p) /\ CanPause(p)
  /\ paused' = [paused EXCEPT ![p] = "paused"]
  /\ UNCHANGED <<durable, alive, late, permit, attempt, rec, observed>>

Resume(p) ==
  /\ p \in alive /\ paused[p] = "paused"
  /\ paused' = [paused EXCEPT ![p] = "resumed"]
  /\ UNCHANGED <<durable, alive, late, permit, attempt, rec, observed>>

\* A recoverer stops halfway: storage failed, or it was told to.  Where a reply
\* was lost, the step that it answers is one of Recovery.
CanGiveUp(p) == TRUE

GiveUpRecovery(p) ==
  /\ Runs(p) /\ CanGiveUp(p) /\ rec[p] # IdleRec
  /\ rec' = [rec EXCEPT ![p] = IdleRec]
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* An attempt ends with an error before it has armed anything.
CanGiveUpWrite(o) == TRUE

GiveUpWrite(o) ==
  /\ Exists(man) /\ Runs(Owner[o]) /\ CanGiveUpWrite(o)
  /\ stage[o] \in Unarmed \ {"arm", "stale", "restart"}
  /\ held' = [held EXCEPT ![o] = {}]
  /\ Tell(o, "failed") /\ Goto(o, "done")
  /\ UNCHANGED <<durable, world, ahead, base, prepared, achieved, rec, witness>>

---------------------------------------------------------------------------
\* Somebody outside the protocol commits to a table.
CanIntrude(t) == TRUE
ForeignKinds  == {"Append", "Overwrite"}

ForeignCommit(t) ==
  /\ Exists(man) /\ CanIntrude(t)
  /\ \E k \in ForeignKinds :
       hist' = [hist EXCEPT ![t] = Append(@,
         Commit(FOREIGN, k, 0, 0, Landed(@, k, {FOREIGN}, Newest(@))))]
  /\ UNCHANGED <<man, made, sidecar, audit, voided, world, attempt, rec, observed>>

\* The operator has looked at a table and declares what strangers did to it, up
\* to a version that was shown, void (linchpin repair).
CanPermit(p) == TRUE

OperatorPermits(p, t) ==
  /\ Exists(man) /\ Runs(p) /\ CanPermit(p)
  /\ \E v \in Past(t, HeadOf(t)) : v > permit[p][t] /\ permit' = [permit EXCEPT ![p][t] = v]
  /\ UNCHANGED <<durable, alive, paused, late, attempt, rec, observed>>

---------------------------------------------------------------------------
\* The reply to a durable call of a writer is lost.  The call has landed, or it
\* is in flight and may land at any later time or never; the writer cannot tell.
CanLoseReply(o) == TRUE

Send(c) == late' = late \cup {c}
Call(o, f, t, seen) == [op |-> o, call |-> f, table |-> t, seen |-> seen]
NextStage(o) ==      \* what the writer does when a call fails there
  CASE stage[o] \in {"arm", "effect"}      -> "failed"
    [] stage[o] \in {"confirm", "publish"} -> "unsure"
    [] OTHER                               -> "release"

LoseReply(o) ==
  /\ CanLoseReply(o)
  /\ \/ /\ At(o, "arm")
        /\ \/ Put(o, Intent("armed", FALSE)) /\ UNCHANGED late
           \/ Send(Call(o, "arm", "", 0)) /\ UNCHANGED sidecar
        /\ UNCHANGED <<man, hist>>
     \/ /\ At(o, "effect")
        /\ \E t \in Writes[o] :
             /\ achieved[o][t] = 0
             /\ \/ EffectLands(o, t) /\ UNCHANGED late
                \/ Send(Call(o, "effect", t, 0)) /\ UNCHANGED hist
        /\ UNCHANGED <<man, sidecar>>
     \/ /\ At(o, "confirm")
        /\ \/ Put(o, Intent("confirmed", FALSE)) /\ UNCHANGED late
           \/ Send(Call(o, "confirm", "", 0)) /\ UNCHANGED sidecar
        /\ UNCHANGED <<man, hist>>
     \/ /\ At(o, "publish")
        /\ \/ MayPublish(o) /\ man' = WithOperation(man, o, Writes[o], achieved[o]) /\ UNCHANGED late
           \/ MayPublish(o) /\ Send(Call(o, "publish", "", man.version)) /\ UNCHANGED man
           \/ ~MayPublish(o) /\ UNCHANGED <<man, late>>     \* it was read before, and lost
        /\ UNCHANGED <<hist, sidecar>>
     \/ /\ At(o, "failed") \/ At(o, "unknown")
        /\ \/ Put(o, GivenAway(o)) /\ UNCHANGED late
           \/ Send(Call(o, "handover", "", 0)) /\ UNCHANGED sidecar
        /\ UNCHANGED <<man, hist>>
     \/ /\ At(o, "finalize")
        /\ \/ Put(o, NoIntent) /\ UNCHANGED late
           \/ Send(Call(o, "finalize", "", 0)) /\ UNCHANGED sidecar
        /\ UNCHANGED <<man, hist>>
  /\ Goto(o, NextStage(o))
  /\ IF NextStage(o) = "failed" THEN Tell(o, "failed") ELSE UNCHANGED told
  /\ UNCHANGED <<made, audit, voided, alive, paused, permit, plan, rec, witness>>

\* It lands now, whatever has become of its process.  Sidecars are written and
\* removed unconditionally; table commits are as conditional as Lance makes
\* them; the manifest commit lands only on the version that it was read at.
Lands(c) ==
  /\ late' = late \ {c}
  /\ CASE c.call = "arm"      -> Put(c.op, Intent("armed", FALSE)) /\ UNCHANGED <<man, hist>>
       [] c.call = "confirm"  -> Put(c.op, Intent("confirmed", FALSE)) /\ UNCHANGED <<man, hist>>
       [] c.call = "handover" -> Put(c.op, GivenAway(c.op)) /\ UNCHANGED <<man, hist>>
       [] c.call = "finalize" -> Put(c.op, NoIntent) /\ UNCHANGED <<man, hist>>
       [] c.call = "effect"   -> EffectLands(c.op, c.table) /\ UNCHANGED <<man, sidecar>>
       [] c.call = "publish"  -> /\ man.version = c.seen
                                 /\ man' = WithOperation(man, c.op, Writes[c.op], achieved[c.op])
                                 /\ UNCHANGED <<hist, sidecar>>
  /\ UNCHANGED <<made, audit, voided, alive, paused, permit, attempt, rec, observed>>
LateEffect(o) == \E c \in late : c.op = o /\ Lands(c)
==============================================================================
