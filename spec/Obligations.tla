----------------------------- MODULE Obligations -----------------------------
(***************************************************************************)
(* The protocol's promises.  Each names the seed section that it states.   *)
(* "Steps" are properties of single steps; TLC checks them as such.        *)
(***************************************************************************)
EXTENDS Linchpin

Resolved(o) == o \in Published \/ audit[o] # {}
Becomes(o)  == o \notin Published /\ o \in Published'      \* a step that publishes o
SomeCommit  == man'.version # man.version
Undone(o)   == audit[o] \cap {"rolledBack", "aborted"} # {}

(***** The visible content *****)

\* Seed 1.1, 3.5: what readers see is exactly the published operations: each
\* in all of its tables, nothing else, at every manifest version.
PublishedContentExact ==
  \A t \in Tables : Exists(man) =>
    /\ man.ptr[t] \in 1..HeadOf(t)
    /\ hist[t][man.ptr[t]].content = {o \in Published : t \in Writes[o]}

\* Seed 4.7: exactly one manifest commit for one operation.
PublishedAtMostOnce ==
  \A i, j \in 1..Len(man.lineage) : man.lineage[i] = man.lineage[j] => i = j

\* Seed 3.5 (step): the commit that makes an operation visible moves all of
\* its pointers and no other, and is one manifest version.
OneVisibilityPoint == [][SomeCommit =>
  \A o \in Ops : Becomes(o) =>
    /\ man'.version = man.version + 1
    /\ man'.lineage = Append(man.lineage, o)
    /\ \A t \in Tables : man'.ptr[t] = IF t \in Writes[o] THEN achieved[o][t]
                                                          ELSE man.ptr[t]]_vars

\* Seed 4.7, 4.8 (step): history is never rewritten; heads never go back.
ManifestOnlyGrows == [][man' # man =>
  /\ man'.version > man.version
  /\ SubSeq(man'.lineage, 1, Len(man.lineage)) = man.lineage
  /\ \A t \in Tables : /\ man'.ptr[t] >= man.ptr[t]
                       /\ man'.epoch[t] >= man.epoch[t]]_vars

\* Creation is atomic (seed 1.1 for the first manifest): no manifest, or one
\* whose pointers all resolve; never a registered table without a graph.
CreationAtomic ==
  IF Exists(man) THEN \A t \in Tables : HeadOf(t) >= 1 /\ made = {}
  ELSE /\ man = NoManifest /\ \A t \in Tables : HeadOf(t) = 0
       /\ \A o \in Ops : ~Pending(o) /\ stage[o] \in {"barrier", "crashed"}

(***** What callers are told *****)

\* Seed 4.7: acknowledged means visible, for ever (with ManifestOnlyGrows).
AcknowledgedStays == \A o \in Ops : told[o] = "ok" => o \in Published

\* Seed 4.7: "failed" is final; uncertainty is reported as uncertainty.
FailedIsFinal == \A o \in Ops : told[o] = "failed" => o \notin Published

\* Seed 5: never both published and rolled back.
NeverPublishedAndUndone == \A o \in Ops : Undone(o) => o \notin Published

(***** The writer *****)

\* Seed 3.1, 4.1 (step): the barrier looks at every intent that stands in the
\* way (at those that nobody else will end, while the tables are not known yet)
\* and lets nobody pass before each of them has ended.
BarrierResolvesIntents == [][stage' # stage =>
  \A o \in Ops :
    /\ stage[o] = "barrier" /\ stage'[o] \notin {"barrier", "crashed"} =>
         \A x \in Blocking(o) : o \in Informed \/ Gone(x) => x \in ahead'[o]
    /\ stage'[o] = "capture" /\ stage[o] # "capture" =>
         \A x \in ahead[o] : Settled(x) \/ ~Pending(x) \/ (o \notin Informed /\ Unverifiable(x))]_vars

\* Seed 3.1, 2.1 (step): tokens are taken after the barrier, and do not change
\* until they are dropped as a whole.
BaseCapturedAfterBarrier == [][base' # base =>
  \A o \in Ops : base'[o] # base[o] /\ base'[o] # NoBase =>
    stage[o] = "capture" /\ base[o] = NoBase]_vars

\* Seed 3.2 (step): an effect of o appears only after an intent of o is durable
\* (and if it is gone again, after its resolution is on record).
EffectOnlyAfterIntent == [][hist' # hist =>
  \A t \in Tables : HeadOf(t)' > HeadOf(t) =>
    LET c == hist'[t][HeadOf(t) + 1] IN
    c.by \in Ops => Pending(c.by) \/ Resolved(c.by)]_vars

\* Seed 3.3, 4.4 (step): arming starts only from the authority prepared against.
EffectsOnlyFromFreshAuthority == [][stage' # stage =>
  \A o \in Ops : stage[o] = "revalidate" /\ stage'[o] \notin {"revalidate", "crashed", "stale"} =>
    Blocking(o) = {} /\ Aligned(o) /\ MembersUnchanged(o, man)]_vars

\* Seed 3.4 (step): a restart keeps nothing of the old plan.
RestartDropsThePlan == [][stage' # stage =>
  \A o \in Ops : stage[o] # "barrier" /\ stage'[o] = "barrier" =>
    base'[o] = NoBase /\ prepared'[o] = Zero /\ held'[o] = {}]_vars

\* Seed 2.2, 3.3 (step): at the moment of publication every version that the
\* plan was computed from is current, also of tables that were only read.
ReadSetUnchangedAtPublish == [][SomeCommit =>
  \A o \in Ops : Becomes(o) =>
    \A t \in Scope(o) : man.ptr[t] = prepared[o][t]]_vars

\* Seed 4.3: keys are taken in the total order, and held during effects.
GatesInOrder ==
  \A o \in Ops :
    /\ \A t \in held[o], u \in Writes[o] \ held[o] : Rank[t] < Rank[u]
    /\ \A x \in Ops \ {o} : Owner[x] = Owner[o] => held[x] \cap held[o] = {}
    /\ stage[o] \in {"arm", "effect", "confirm", "publish", "unsure"} => held[o] = Writes[o]

(***** Recovery *****)

\* Seed 3.6, 4.1 (step): a pointer that publication moves points at the
\* operation's own commit, exactly one past what it captured.
RecoveryProvesIdentity == [][SomeCommit =>
  \A o \in Ops : Becomes(o) =>
    \A t \in Writes[o] : /\ man'.ptr[t] = base[o].ptr[t] + 1
                         /\ hist[t][man'.ptr[t]].by = o]_vars

\* Seed 4.1: an audit record says what is true.
AuditIsTruthful == \A o \in Ops : "published" \in audit[o] => o \in Published

\* Seed 4.8, 5 (step): an intent goes away only after the outcome is durable.
AuditBeforeRemoval == [][sidecar' # sidecar =>
  \A o \in Ops : Pending(o) /\ sidecar'[o] = NoIntent =>
    audit[o] # {} \/ (o \in Published /\ told[o] = "ok")]_vars

\* Seed 5, row 4 (step): a confirmed intent whose authority holds is rolled
\* forward, whatever may lie on top of its effects.
ConfirmedGoesForward == [][rec' # rec =>
  \A p \in Procs : rec[p].at = "classify" /\ rec'[p].at = "act" =>
    LET o == rec[p].op IN
    rec[p].phase = "confirmed" /\ o \notin Published /\ MembersUnchanged(o, man)
      => rec'[p].verdict = "forward"]_vars

\* Seed 4.1 (step): a refusal changes nothing durable.
RefusalChangesNothing == [][rec' # rec =>
  \A p \in Procs : Refusing(p) /\ rec'[p] # rec[p] => UNCHANGED durable]_vars

\* Seed 4.6: foreign movement is never adopted, nor is a pointer ever moved
\* past it, which would drop it: not before an operator's word is on record.
ForeignNeverTaken ==
  \A t \in Tables : \A v \in 1..HeadOf(t) :
    hist[t][v].by = FOREIGN => man.ptr[t] < v \/ v <= voided[t]

\* (step) Only what the operator was shown is ever recorded as void.
RepairOnlyAsPermitted == [][voided' # voided =>
  \A t \in Tables : voided'[t] # voided[t] =>
    \E p \in Procs : \A v \in (man.ptr[t] + 1)..voided'[t] :
      hist[t][v].by = FOREIGN => v <= permit[p][t]]_vars

\* Seed 3.8, safety half: whatever lies past a pointer is void, or is foreign,
\* or has an intent that accounts for it.  Hence nothing is wedged.
DriftAccountedFor ==
  \A t \in Tables : \A v \in (man.ptr[t] + 1)..HeadOf(t) :
    LET c == hist[t][v] IN
    \/ c.by = FOREIGN
    \/ DeadAt(c, v, man.ptr[t], man.epoch[t])
    \/ Pending(c.by)

\* Two recoverers do not outbid each other: nobody writes a realign commit on top
\* of one that says the same.
RealignedOnce ==
  \A t \in Tables : \A v \in 2..HeadOf(t) :
    hist[t][v].by = REALIGN /\ hist[t][v - 1].by = REALIGN => hist[t][v].base # hist[t][v - 1].base

(***** Liveness, under FairSpec and finitely many crashes *****)

Disturbed == {t \in Tables : Moved(t)}
Someone   == \E p \in Procs : Runs(p) /\ Recovers(p)

\* Seed 4.1: every intent ends (intents on foreign movement wait for a human).
EveryIntentEnds ==
  \A o \in Ops : Pending(o) ~> (~Pending(o) \/ Writes[o] \cap Disturbed # {} \/ ~Someone)

\* Seed 3.8: no wedge: in the end all pointers are at HEAD again.
NoWedge ==
  <>[](~Someone \/ \A t \in Tables \ Disturbed :
         HeadOf(t) = man.ptr[t] \/ \E o \in Ops : Pending(o) /\ Writes[o] \cap Disturbed # {})

\* Seed 4: every write of a living process ends, with an answer.
EveryWriteEnds ==
  \A o \in Ops : <>(\/ stage[o] = "crashed" \/ ~Runs(Owner[o]) \/ ~Someone
                    \/ stage[o] = "done" /\ told[o] # ""
                    \/ Disturbed # {})
==============================================================================
