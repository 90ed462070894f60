---------------------------- MODULE CrashContract ----------------------------
(***************************************************************************)
(* The five rows of seed section 5.  witness[o] is the row that the crash  *)
(* of o's owner falls in, judged from what was durable at that instant.    *)
(* Each row says what must hold from then on, for ever, whoever recovers,  *)
(* as often as they like.  "Resolved" is when the sidecar is gone.         *)
(***************************************************************************)
EXTENDS Obligations

Row1 == {o \in Ops : witness[o] = 1}
Row2 == {o \in Ops : witness[o] = 2}
Row3 == {o \in Ops : witness[o] = 3}
Row4 == {o \in Ops : witness[o] = 4}
Row5 == {o \in Ops : witness[o] = 5}

\* No table shows the operation, and none of its commits can be shown later.
NothingOf(o) ==
  /\ o \notin Published
  /\ \A t \in Tables : o \notin hist[t][man.ptr[t]].content
  /\ \A t \in Tables : \A v \in (man.ptr[t] + 1)..HeadOf(t) :
       hist[t][v].by = o => DeadAt(hist[t][v], v, man.ptr[t], man.epoch[t])

\* Every table shows it, or has been moved on by operations that include it.
AllOf(o) ==
  /\ o \in Published
  /\ \A t \in Writes[o] : o \in hist[t][man.ptr[t]].content

\* Before sidecar: no independently durable effect occurred.
CrashBeforeSidecar ==
  \A o \in Row1 : Effects(o) = {} /\ ~Pending(o) /\ audit[o] = {} /\ o \notin Published

\* Sidecar durable, no effect: recovery ends the empty intent; no lineage.
CrashBeforeEffects ==
  \A o \in Row2 : /\ Effects(o) = {} /\ o \notin Published
                  /\ ~Pending(o) => Undone(o)

\* Some effects, not confirmed: this adapter's declared direction is back.
CrashBeforeConfirmation ==
  \A o \in Row3 : /\ o \notin Published
                  /\ ~Pending(o) => Undone(o) /\ NothingOf(o)

\* Confirmed, not visible: forward exactly, or nothing at all.
CrashBeforePublish ==
  \A o \in Row4 : ~Pending(o) => \/ "published" \in audit[o] /\ AllOf(o)
                                 \/ Undone(o) /\ NothingOf(o)

\* Visible, sidecar remains: proven visible, audited, removed.
CrashBeforeRemoval ==
  \A o \in Row5 : AllOf(o) /\ (~Pending(o) => audit[o] = {"published"})
==============================================================================
