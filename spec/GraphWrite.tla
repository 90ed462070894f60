----------------------------- MODULE GraphWrite -----------------------------
(***************************************************************************)
(* One attempt of a graph-visible write, stages A to H of seed section 4.  *)
(*                                                                         *)
(*  barrier > capture > prepare > gates > revalidate > arm > effect >      *)
(*  confirm > publish > finalize > release > done                          *)
(*  capture, revalidate --Restart--> barrier                               *)
(*  effect, publish, unsure --> failed | unknown --HandOver--> release     *)
(*                                                                         *)
(* Actions that read several durable things read them in an order in which *)
(* the reads amount to one atomic look; see spec/README.md.                *)
(***************************************************************************)
EXTENDS ProtocolState

At(o, s)   == stage[o] = s /\ Live(o) /\ Exists(man)
Goto(o, s) == stage' = [stage EXCEPT ![o] = s]
Tell(o, x) == told' = [told EXCEPT ![o] = x]
Put(o, i)  == sidecar' = [sidecar EXCEPT ![o] = i]

\* A -- recovery barrier: passes only when nothing overlapping is pending.
BarrierPasses(o) == Blocking(o) = {}
AwaitRecoveryBarrier(o) ==
  /\ At(o, "barrier") /\ BarrierPasses(o)
  /\ Goto(o, "capture")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, held, rec, told, witness>>

\* B -- capture from one manifest read, then check HEAD = pointer.
Tokens(o, m) == [ptr   |-> [t \in Tables |-> IF t \in Scope(o) THEN m.ptr[t] ELSE 0],
                 epoch |-> [t \in Tables |-> IF t \in Scope(o) THEN m.epoch[t] ELSE 0]]
CaptureBase(o) ==
  /\ At(o, "capture") /\ Aligned(o)
  /\ base' = [base EXCEPT ![o] = Tokens(o, man)]
  /\ Goto(o, "prepare")
  /\ UNCHANGED <<durable, alive, prepared, achieved, held, rec, told, witness>>

\* B -- validate and stage against the pinned versions; nothing durable.
Prepare(o) ==
  /\ At(o, "prepare")
  /\ prepared' = [prepared EXCEPT ![o] = base[o].ptr]
  /\ Goto(o, "gates")
  /\ UNCHANGED <<durable, alive, base, achieved, held, rec, told, witness>>

\* C -- gates are local to a process; one key a step, in the total order.
Wanted(o)   == Writes[o] \ held[o]
NextKeys(o) == {t \in Wanted(o) : \A u \in Wanted(o) : Rank[t] <= Rank[u]}
Free(o, t)  == \A x \in Ops : Owner[x] = Owner[o] => t \notin held[x]
AcquireGates(o) ==
  /\ At(o, "gates")
  /\ \E t \in NextKeys(o) :
       /\ Free(o, t)
       /\ held' = [held EXCEPT ![o] = @ \cup {t}]
       /\ Goto(o, IF Wanted(o) = {t} THEN "revalidate" ELSE "gates")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, rec, told, witness>>

\* D -- revalidate or restart; under the gates.
StillValid(o) == Blocking(o) = {} /\ Aligned(o) /\ MembersUnchanged(o, man)
Revalidate(o) ==
  /\ At(o, "revalidate") /\ StillValid(o)
  /\ Goto(o, "arm")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, held, rec, told, witness>>

\* Never patched: every token, the plan and the gates go (seed 3.4).
Restart(o) ==
  /\ \/ At(o, "capture") /\ ~Aligned(o)
     \/ At(o, "revalidate") /\ ~StillValid(o)
  /\ base' = [base EXCEPT ![o] = NoBase]
  /\ prepared' = [prepared EXCEPT ![o] = Zero]
  /\ held' = [held EXCEPT ![o] = {}]
  /\ Goto(o, "barrier")
  /\ UNCHANGED <<durable, alive, achieved, rec, told, witness>>

\* E -- the intent is durable before the first effect.
ArmRecovery(o) ==
  /\ At(o, "arm")
  /\ Put(o, Intent("armed", FALSE))
  /\ Goto(o, "effect")
  /\ UNCHANGED <<man, hist, made, audit, alive, base, prepared, achieved, held, rec, told, witness>>

\* F -- one table.  It counts only exactly one past the captured pointer.
CountsAt(o, t, v) == v = base[o].ptr[t] + 1
AllAchieved(a, o) == \A t \in Writes[o] : a[o][t] # 0
ApplyEffect(o, t) ==
  /\ At(o, "effect") /\ t \in Writes[o] /\ achieved[o][t] = 0
  /\ LET v    == HeadOf(t) + 1
         ach  == [achieved EXCEPT ![o][t] = v]
         rows == Landed(hist[t], Kind[o], {o}, prepared[o][t])
         c    == Commit(o, Kind[o], base[o].ptr[t], base[o].epoch[t], rows)
         fail == Goto(o, "failed") /\ Tell(o, "failed") /\ UNCHANGED achieved
     IN IF Refused(hist[t], base[o].ptr[t], Kind[o])
        THEN fail /\ UNCHANGED hist
        ELSE /\ hist' = [hist EXCEPT ![t] = Append(@, c)]
             /\ IF CountsAt(o, t, v)
                THEN /\ achieved' = ach
                     /\ Goto(o, IF AllAchieved(ach, o) THEN "confirm" ELSE "effect")
                     /\ UNCHANGED told
                ELSE fail
  /\ UNCHANGED <<man, made, sidecar, audit, alive, base, prepared, held, rec, witness>>

\* F -- record that all effects are complete, and where.
ConfirmEffects(o) ==
  /\ At(o, "confirm")
  /\ Put(o, Intent("confirmed", FALSE))
  /\ Goto(o, "publish")
  /\ UNCHANGED <<man, hist, made, audit, alive, base, prepared, achieved, held, rec, told, witness>>

\* G -- one compare-and-set that re-reads and arbitrates the whole read set.
MayPublish(o) == o \notin Published /\ MembersUnchanged(o, man)
PublishManifest(o) ==
  /\ At(o, "publish") /\ MayPublish(o)
  /\ man' = WithOperation(man, o, Writes[o], achieved[o])
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<hist, made, sidecar, audit, alive, base, prepared, achieved, held, rec, witness>>

Deciding(o) == At(o, "publish") \/ At(o, "unsure")

\* G -- somebody rolled this very operation forward: that is success.
ObserveOwnCommit(o) ==
  /\ Deciding(o) /\ o \in Published
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, held, rec, witness>>

\* G -- pointers and epochs only grow, so this can never be published again.
LosePublish(o) ==
  /\ Deciding(o) /\ o \notin Published /\ ~MembersUnchanged(o, man)
  /\ Tell(o, "failed") /\ Goto(o, "failed")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, held, rec, witness>>

\* G -- neither visible nor impossible: anybody may still roll it forward.
ReportUnknown(o) ==
  /\ At(o, "unsure") /\ MayPublish(o)
  /\ Tell(o, "unknown") /\ Goto(o, "unknown")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, held, rec, witness>>

\* The living owner gives its intent away; an unconditional put, which may
\* bring back an intent that was already resolved and removed.
HandOver(o) ==
  /\ At(o, "failed") \/ At(o, "unknown")
  /\ Put(o, Intent(IF AllAchieved(achieved, o) THEN "confirmed" ELSE "armed", TRUE))
  /\ Goto(o, "release")
  /\ UNCHANGED <<man, hist, made, audit, alive, base, prepared, achieved, held, rec, told, witness>>

\* H -- remove the intent of a published write.
FinalizeWrite(o) ==
  /\ At(o, "finalize")
  /\ Put(o, NoIntent)
  /\ Goto(o, "release")
  /\ UNCHANGED <<man, hist, made, audit, alive, base, prepared, achieved, held, rec, told, witness>>

\* H -- also when the best-effort step before it failed or was skipped.
ReleaseGates(o) ==
  /\ \E s \in {"release", "finalize", "failed", "unknown"} : At(o, s)
  /\ held' = [held EXCEPT ![o] = {}]
  /\ Goto(o, "done")
  /\ UNCHANGED <<durable, alive, base, prepared, achieved, rec, told, witness>>
=============================================================================
