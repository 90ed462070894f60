------------------------------ MODULE Weakened ------------------------------
(* Each definition here takes one obligation away.  A config weak-*.cfg puts  *)
(* it in the place of the real one and names the property that must notice.   *)
(* None of the properties reads anything that only the removed step writes.   *)
EXTENDS MCLinchpin

\* Epochs are captured, but nobody arbitrates them.
PointersOnly(o, m) == \A t \in Scope(o) : m.ptr[t] = base[o].ptr[t]

\* A table that was only read is not arbitrated.
WrittenTablesOnly(o, m) ==
  \A t \in Writes[o] : m.ptr[t] = base[o].ptr[t] /\ m.epoch[t] = base[o].epoch[t]

\* Any landing of an effect counts, however much later than expected.
AnyLanding(o, t, v) == TRUE

\* Effects first; the intent becomes durable only when it is confirmed.
EffectsUnarmed(o) ==
  /\ At(o, "revalidate") /\ StillValid(o)
  /\ Goto(o, "effect")
  /\ UNCHANGED <<durable, world, plan, rec, observed>>

\* Expected values are refreshed beneath the old plan.
RefreshedUnderOldPlan(o) ==
  /\ At(o, "revalidate") /\ Blocking(o) = {} /\ Aligned(o)
  /\ base' = [base EXCEPT ![o] = Tokens(o, man)]
  /\ Goto(o, "arm")
  /\ UNCHANGED <<durable, world, ahead, prepared, achieved, held, rec, observed>>

\* The barrier and revalidation look at nothing.
Always(o) == TRUE

\* Gates in any order.
AnyKey(o) == Wanted(o)

\* A pointer of each table becomes visible on its own.
TornPublish(o) ==
  /\ At(o, "publish") /\ MayPublish(o)
  /\ \E t \in Writes[o] : man' = WithOperation(man, o, {t}, achieved[o])
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, plan, rec, witness>>

\* The publish retry does not arbitrate again.
Unarbitrated(o) == o \notin Published

\* The failed request tidies its intent away.
DeleteOnFailure(o) ==
  /\ At(o, "failed") \/ At(o, "unknown")
  /\ Put(o, NoIntent)
  /\ Goto(o, "release")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* Recovery undoes physically without deciding it at the manifest.
NoBump(o) == {}

\* "Nothing left to bump" is judged on a later manifest than the verdict.
FencedByAnybody(p) ==
  /\ Acting(p, {"rollback", "empty"})
  /\ LET x == rec[p]
         b == ToBump(x.op)
     IN /\ b # {} => Unmoved(p)
        /\ man' = IF b = {} THEN man ELSE WithBump(man, b)
        /\ SetRec(p, IF x.verdict = "empty"
                     THEN [ToAudit(x) EXCEPT !.at = "aborting"]
                     ELSE [ToAudit(x) EXCEPT !.at = "realign", !.todo = Writes[x.op]])
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, attempt, observed>>

\* "The pointers are past what was captured, so it must be visible."
NumericallyVisible(o) == \A t \in Writes[o] : man.ptr[t] > base[o].ptr[t]

\* The intent goes first, the audit record after it.
RemoveThenAudit(p) ==
  /\ Running(p, "audit")
  /\ sidecar' = [sidecar EXCEPT ![rec[p].op] = NoIntent]
  /\ SetRec(p, [rec[p] EXCEPT !.at = "remove"])
  /\ UNCHANGED <<man, hist, made, audit, voided, world, attempt, observed>>
LateAudit(p) ==
  /\ Running(p, "remove")
  /\ audit' = [audit EXCEPT ![rec[p].op] = @ \cup {AuditKind(rec[p].verdict)}]
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<man, hist, made, sidecar, voided, world, attempt, observed>>

\* A realign commit is pointed to wherever it landed.
RealignAnywhere(p) ==
  /\ Running(p, "commit")
  /\ LET x == rec[p]
         t == x.table
         c == Commit(REALIGN, RealignKind, x.ptr, x.epoch, hist[t][x.ptr].content)
     IN IF ~MayLand(hist[t], x.head, RealignKind)
        THEN SetRec(p, SameTable(x)) /\ UNCHANGED hist
        ELSE /\ hist' = [hist EXCEPT ![t] = Append(@, c)]
             /\ SetRec(p, [x EXCEPT !.at = "cas", !.head = HeadOf(t) + 1])
  /\ UNCHANGED <<man, made, sidecar, audit, voided, world, attempt, observed>>

\* A commit of a stranger counts as void drift.
ForeignIsDrift(p, t, head, ptr, epoch) ==
  IF head = ptr THEN "done" ELSE IF head < ptr THEN "again"
  ELSE IF \E v \in (ptr + 1)..head :
            hist[t][v].by # FOREIGN /\ ~DeadAt(hist[t][v], v, ptr, epoch) THEN "skip"
  ELSE IF hist[t][head].by = REALIGN /\ hist[t][head].base = ptr THEN "adopt" ELSE "commit"

\* A refusal gives up the intent.
RefuseAndForget(p) ==
  /\ Refusing(p)
  /\ sidecar' = IF rec[p].op = "" THEN sidecar ELSE [sidecar EXCEPT ![rec[p].op] = NoIntent]
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<man, hist, made, audit, voided, world, attempt, observed>>

\* An armed intent is rolled forward although it may be partial.
ForwardUnconfirmed(o, phase) ==
  MembersUnchanged(o, man) /\ \A t \in Writes[o] : achieved[o][t] # 0

\* A confirmed intent is always compensated.
NeverForward(o, phase) == FALSE

\* The base is captured while the barrier is still being waited for.
CaptureEarly(o) ==
  /\ At(o, "waiting") /\ base[o] = NoBase
  /\ base' = [base EXCEPT ![o] = Tokens(o, man)]
  /\ UNCHANGED <<durable, world, stage, ahead, prepared, achieved, held, rec, observed>>

\* Recovery goes on in the background: nobody waits for it, nobody looks.
NobodyLooks(o) == Aligned(o) /\ MembersUnchanged(o, man)

\* Success is reported as soon as the effects are confirmed.
AcknowledgeEarly(o) ==
  /\ At(o, "confirm")
  /\ Put(o, Intent("confirmed", FALSE))
  /\ Tell(o, "ok") /\ Goto(o, "publish")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, witness>>

\* The sidecar goes before the manifest commit.
FinalizeFirst(o) ==
  /\ At(o, "confirm")
  /\ Put(o, NoIntent)
  /\ Goto(o, "publish")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, plan, rec, observed>>

\* After a lost reply the manifest commit is simply sent again.
PublishAgain(o) ==
  /\ Deciding(o)
  /\ man' = WithOperation(man, o, Writes[o], achieved[o])
  /\ Tell(o, "ok") /\ Goto(o, "finalize")
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, plan, rec, witness>>

\* The gates are open during the effects.
ArmAndRelease(o) ==
  /\ At(o, "arm")
  /\ Put(o, Intent("armed", FALSE))
  /\ held' = [held EXCEPT ![o] = {}]
  /\ Goto(o, "effect")
  /\ UNCHANGED <<man, hist, made, audit, voided, world, ahead, base, prepared, achieved, rec, observed>>

\* Lance's Restore, which nothing stops, in the place of Overwrite.
RestoreKind == "Restore"

\* Nobody writes down what a repair voids.
NothingToRecord(t, ptr, head) == FALSE

\* A permission counts for whatever is at HEAD by now.
PermittedAnyway(p, t, v) == hist[t][v].by = FOREIGN /\ permit[p][t] = 0

\* A manifest commit in flight lands on any version.
LateUnconditionally(c) ==
  /\ late' = late \ {c}
  /\ IF c.call = "publish"
     THEN man' = WithOperation(man, c.op, Writes[c.op], achieved[c.op]) /\ UNCHANGED sidecar
     ELSE UNCHANGED <<man, sidecar>>
  /\ UNCHANGED <<hist, made, audit, voided, alive, paused, permit, attempt, rec, observed>>

\* A realign commit that is there already is not taken: everybody writes one.
NeverAdopts(p, t, head, ptr, epoch) ==
  LET drift == (ptr + 1)..head
  IN IF head = ptr THEN "done"
     ELSE IF head < ptr THEN "again"
     ELSE IF \E v \in drift : ~DeadAt(hist[t][v], v, ptr, epoch) THEN "skip" ELSE "commit"

\* Baits: each says that something interesting never happens; each must fail.
NobodyRollsForward  == \A o \in Ops : ~("published" \in audit[o] /\ witness[o] = 4)
NobodyRollsBack     == \A o \in Ops : "rolledBack" \notin audit[o]
NobodyAborts        == \A o \in Ops : "aborted" \notin audit[o]
NobodyRealigns      == \A t \in Tables : \A v \in 2..HeadOf(t) : hist[t][v].by # REALIGN
NobodyIsUncertain   == \A o \in Ops : told[o] # "unknown"
NothingResurrects   == \A o \in Ops : ~(sidecar[o].abandoned /\ audit[o] # {})
UnknownStaysUnseen  == \A o \in Ops : told[o] = "unknown" => o \notin Published
=============================================================================
