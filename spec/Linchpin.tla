------------------------------- MODULE Linchpin -------------------------------
(***************************************************************************)
(* The whole protocol.  Each disjunct of Next is one named action; the     *)
(* Java code has exactly one method for each (environment actions aside).  *)
(***************************************************************************)
EXTENDS Environment

InitApartFromStorage ==
  /\ made = {}
  /\ sidecar = [o \in Ops |-> NoIntent]
  /\ audit = [o \in Ops |-> {}]
  /\ voided = Zero
  /\ alive = Procs
  /\ paused = [p \in Procs |-> "never"]
  /\ late = {}
  /\ permit = [p \in Procs |-> Zero]
  /\ stage = [o \in Ops |-> "barrier"]
  /\ ahead = [o \in Ops |-> {}]
  /\ base = [o \in Ops |-> NoBase]
  /\ prepared = [o \in Ops |-> Zero]
  /\ achieved = [o \in Ops |-> Zero]
  /\ held = [o \in Ops |-> {}]
  /\ rec = [p \in Procs |-> IdleRec]
  /\ told = [o \in Ops |-> ""]
  /\ witness = [o \in Ops |-> 0]

Init ==
  /\ man = NoManifest
  /\ hist = [t \in Tables |-> <<>>]
  /\ InitApartFromStorage

Next ==
  \* creation
  \/ \E p \in Procs : CreateTables(p)
  \/ \E p \in Procs : CreateGraph(p)
  \* a writer
  \/ \E o \in Ops : ListIntents(o)
  \/ \E o \in Ops : AwaitRecoveryBarrier(o)
  \/ \E o \in Ops : CaptureBase(o)
  \/ \E o \in Ops : Prepare(o)
  \/ \E o \in Ops : AcquireGates(o)
  \/ \E o \in Ops : Revalidate(o)
  \/ \E o \in Ops : Restart(o)
  \/ \E o \in Ops : ArmRecovery(o)
  \/ \E o \in Ops : \E t \in Tables : ApplyEffect(o, t)
  \/ \E o \in Ops : ConfirmEffects(o)
  \/ \E o \in Ops : PublishManifest(o)
  \/ \E o \in Ops : ObserveOwnCommit(o)
  \/ \E o \in Ops : LosePublish(o)
  \/ \E o \in Ops : ReportUnknown(o)
  \/ \E o \in Ops : HandOver(o)
  \/ \E o \in Ops : FinalizeWrite(o)
  \/ \E o \in Ops : ReleaseGates(o)
  \* a recovery
  \/ \E p \in Procs : \E o \in Ops : DiscoverIntents(p, o)
  \/ \E p \in Procs : ClassifyIntent(p)
  \/ \E p \in Procs : ConvergeOnVisible(p)
  \/ \E p \in Procs : RollForward(p)
  \/ \E p \in Procs : BumpEpochs(p)
  \/ \E p \in Procs : AbortEmptyIntent(p)
  \/ \E p \in Procs : \E t \in Tables : StartRealign(p, t)
  \/ \E p \in Procs : ReadRealignHead(p)
  \/ \E p \in Procs : ReadRealignPointer(p)
  \/ \E p \in Procs : RealignTable(p)
  \/ \E p \in Procs : RecordRepair(p)
  \/ \E p \in Procs : PublishRollback(p)
  \/ \E p \in Procs : LoseRecoveryCas(p)
  \/ \E p \in Procs : RefuseUnverifiable(p)
  \/ \E p \in Procs : RecordAudit(p)
  \/ \E p \in Procs : RemoveIntent(p)
  \* the environment
  \/ \E p \in Procs : Crash(p)
  \/ \E p \in Procs : Pause(p)
  \/ \E p \in Procs : Resume(p)
  \/ \E o \in Ops : GiveUpWrite(o)
  \/ \E p \in Procs : GiveUpRecovery(p)
  \/ \E p \in Procs : \E t \in Tables : OperatorPermits(p, t)
  \/ \E t \in Tables : ForeignCommit(t)
  \/ \E o \in Ops : LoseReply(o)
  \/ \E o \in Ops : LateEffect(o)

\* Safety assumes nothing about who takes steps.
Spec == Init /\ [][Next]_vars

\* For liveness, a process that has neither crashed nor stalls keeps going.  (An intent that
\* is refused again and again could keep a recoverer busy; then it must also
\* look at the others, which is the implementation's round robin.)
RecoveryStep(p) ==
  \/ (\E o \in Ops : DiscoverIntents(p, o)) \/ (\E t \in Tables : StartRealign(p, t))
  \/ ClassifyIntent(p) \/ ConvergeOnVisible(p) \/ RollForward(p) \/ BumpEpochs(p)
  \/ AbortEmptyIntent(p) \/ ReadRealignHead(p) \/ ReadRealignPointer(p)
  \/ RealignTable(p) \/ RecordRepair(p) \/ PublishRollback(p) \/ LoseRecoveryCas(p)
  \/ RefuseUnverifiable(p) \/ RecordAudit(p) \/ RemoveIntent(p)
WriterStep(o) ==
  \/ ListIntents(o) \/ AwaitRecoveryBarrier(o) \/ CaptureBase(o) \/ Prepare(o) \/ AcquireGates(o)
  \/ Revalidate(o) \/ Restart(o) \/ ArmRecovery(o)
  \/ (\E t \in Tables : ApplyEffect(o, t)) \/ ConfirmEffects(o) \/ PublishManifest(o)
  \/ ObserveOwnCommit(o) \/ LosePublish(o) \/ ReportUnknown(o) \/ HandOver(o)
  \/ FinalizeWrite(o) \/ ReleaseGates(o)

Fairness ==
  /\ \A p \in Procs : WF_vars(CreateTables(p) \/ CreateGraph(p)) /\ WF_vars(RecoveryStep(p))
  /\ \A o \in Ops : WF_vars(WriterStep(o))
FairSpec == Spec /\ Fairness
===============================================================================
