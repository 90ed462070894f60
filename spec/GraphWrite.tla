----------------------------- MODULE GraphWrite -----------------------------
(***************************************************************************)
(* One attempt of a graph-visible write, stages A to H of seed section 4.  *)
(*                                                                         *)
(*  barrier > waiting > capture > prepare > gates > revalidate             *)
(*  revalidate > arm > effect > confirm > publish > finalize > release     *)
(*  revalidate > stale --ReleaseGates> restart --Restart> barrier          *)
(*  effect, publish, unsure > failed | unknown --HandOver> release         *)
(*  release --ReleaseGates> done                                           *)
(*                                                                         *)
(* Actions that read several durable things read them in an order in which *)
(* the reads amount to one atomic look; see spec/README.md.                *)
(***************************************************************************)
EXTENDS ProtocolState

At(o, s)   == stage[o] = s /\ Runs(Owner[o]) /\ Exists(man)
Goto(o, s) == stage' = [stage EXCEPT ![o] = s]
Tell(o, x) == told' = [told EXCEPT ![o] = x]
Put(o, i)  == sidecar' = [sidecar EXCEPT ![o] = i]

\* A -- list what is pending.  An attempt that does not know its tables yet
\* waits only for intents that nobody else will end; revalidation finds the rest.
Gone(x)    == Owner[x] \notin alive \/ sidecar[x].abandoned
Relevant(o) == IF o \in Informed THEN Blocking(o) ELSE {x \in Blocking(o) : Gone(x)}
ListIntents(o) ==
  /\ At(o, "barrier")
  /\ ahead' = [ahead EXCEPT ![o] = Relevant(o)]
  /\ Goto(o, "waiting")
  /\ UNCHANGED <<durable, world, base, prepared, achieved, held, rec, observed>>

\* A -- recovery barrier: each of them has ended.  One that must be refused stops
\* those who know that it concerns them; revalidation stops the others.
BarrierPasses(o) == \A x \in ahead[o] :
  Settled(x) \/ ~Pending(x) \/ (o \notin Informed /\ Unverifiable(x))
AwaitRecoveryBarrier(o) ==
  /\ At(o, "waiting") /\ BarrierPasses(o)
  /\ ahead' = [ahead EXCEPT ![o] = {}]
  /\ Goto(o, "capture")
  /\ UNCHANGED <<durable, world, base, prepared, achieved, held, rec, observed>>

\* B -- capture from one manifest read.
Tokens(o, m) == [ptr   |-> [t \in Tables |-> IF t \in Scope(o) THEN m.ptr[t] ELSE 0],
                 epoch |-> [t \in Tables |-> IF t \in Scope(o) THEN m.epoch[t] ELSE 0]]
CaptureBase(o) ==
  /\ At(o, "capture")
  /\ base' = [base EXCEPT ![o] = Tokens(o, man)]
  /\ Goto(o, "prepare")
  /\ UNCHANGED <<durable, world, ahead, prepared, achieved, held, rec, observed>>

\* B -- validate and stage against the pinned versions; nothing durable.
Prepare(o) ==
  /\ At(o, "prepare")
  /\ prepared' = [prepared EXCEPT ![o] = base[o].ptr]
  /\ Goto(o, "gates")
  /\ UNCHANGED <<durable, world, ahead, base, achieved, held, rec, observed>>

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
  /\ UNCHANGED <<durable, world, ahead, base, prepared, achieved, rec, observed>>

\* D -- under the gates: may this plan be armed?
StillValid(o) == Blocking(o) = {} /\ Aligned(o) /\ MembersUnchanged(o, man)
Revalidate(o) ==
  /\ At(o, "revalidate")
  /\ Goto(o, IF StillValid(o) THEN "arm" ELSE "stale")
  /\ UNCHANGED <<durable, world, plan, rec, observed>>

\* D -- never patched: every token and the plan go (seed 3.4).
Restart(o) ==
  /\ At(o, "restart")
  /\ base' = [base EXCEPT ![o] = NoBase]
  /\ prepared' = [prepared EXCEPT ![o] = Zero]
  /\ Goto(o, "barrier")
  /\ UNCHANGED <<durable, world, ahead, achieved, held, rec, observed>>

\* E -- the intent is durable before the first effect.
ArmRecovery(o) ==
  /\ At(o, "arm")
  /\ Put(o, Intent("armed", FALSE))
  /\ Goto(o, "effect")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* F -- one table.  It counts only exactly one past the captured pointer.
CountsAt(o, t, v) == v = base[o].ptr[t] + 1
AllAchieved(a, o) == \A t \in Writes[o] : a[o][t] # 0
EffectCommit(o, t) ==
  Commit(o, Kind[o][t], base[o].ptr[t], base[o].epoch[t],
         Landed(hist[t], Kind[o][t], {o}, prepared[o][t]))
EffectLands(o, t)  == /\ MayLand(hist[t], base[o].ptr[t], Kind[o][t])
                      /\ hist' = [hist EXCEPT ![t] = Append(@, EffectCommit(o, t))]
Fail(o) == Goto(o, "failed") /\ Tell(o, "failed") /\ UNCHANGED achieved
ApplyEffect(o, t) ==
  /\ At(o, "effect") /\ t \in Writes[o] /\ achieved[o][t] = 0
  /\ \/ /\ MayRefuse(hist[t], base[o].ptr[t], Kind[o][t])
        /\ Fail(o) /\ UNCHANGED hist
     \/ /\ EffectLands(o, t)
        /\ LET v   == HeadOf(t) + 1
               ach == [achieved EXCEPT ![o][t] = v]
           IN IF CountsAt(o, t, v)
              THEN /\ achieved' = ach
                   /\ Goto(o, IF AllAchieved(ach, o) THEN "confirm" ELSE "effect")
                   /\ UNCHANGED told
              ELSE Fail(o)
  /\ UNCHANGED <<man, made, sidecar, audit, voided, world, ahead, base, prepared, held, rec, witness>>

\* F -- record that all effects are complete, and where.
ConfirmEffects(o) ==
  /\ At(o, "confirm")
  /\ Put(o, Intent("confirmed", FALSE))
  /\ Goto(o, "publish")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* G -- one compare-and-set that re-reads and arbitrates the whole read set.
MayPublish(o) == o \notin Published /\ MembersUnchanged(o, man)
PublishManifest(o) ==
  /\ At(o, "publish") /\ MayPublish(o)
  /\ man' = WithOperation(man, o, Writes[o], achieved[o])
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, plan, rec, witness>>

Deciding(o) == At(o, "publish") \/ At(o, "unsure")
CanBeUnsure(o) == TRUE        \* a bounded model: only after a lost reply

\* G -- somebody rolled this very operation forward: that is success.
ObserveOwnCommit(o) ==
  /\ Deciding(o) /\ o \in Published
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<durable, world, plan, rec, witness>>

\* G -- pointers and epochs only grow, so this can never be published again.
LosePublish(o) ==
  /\ Deciding(o) /\ o \notin Published /\ ~MembersUnchanged(o, man)
  /\ Tell(o, "failed") /\ Goto(o, "failed")
  /\ UNCHANGED <<durable, world, plan, rec, witness>>

\* G -- neither visible nor impossible when it was read last, or the read fails
\* too: anybody may still roll it forward.
ReportUnknown(o) ==
  /\ Deciding(o) /\ CanBeUnsure(o)
  /\ Tell(o, "unknown") /\ Goto(o, "unknown")
  /\ UNCHANGED <<durable, world, plan, rec, witness>>

\* The living owner gives its intent away; an unconditional put, which may
\* bring back an intent that was already resolved and removed.  It says
\* "confirmed" once every effect is where it should be, durable or not.
GivenAway(o) == Intent(IF AllAchieved(achieved, o) THEN "confirmed" ELSE "armed", TRUE)
HandOver(o) ==
  /\ At(o, "failed") \/ At(o, "unknown")
  /\ Put(o, GivenAway(o))
  /\ Goto(o, "release")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* H -- best effort; somebody else may have removed it.
FinalizeWrite(o) ==
  /\ At(o, "finalize")
  /\ Put(o, NoIntent)
  /\ Goto(o, "release")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* Also when the best-effort step before it failed or was skipped.
ReleaseGates(o) ==
  /\ \E s \in {"stale", "release", "finalize", "failed", "unknown"} : At(o, s)
  /\ held' = [held EXCEPT ![o] = {}]
  /\ Goto(o, IF stage[o] = "stale" THEN "restart" ELSE "done")
  /\ UNCHANGED <<durable, world, ahead, base, prepared, achieved, rec, observed>>
=============================================================================
