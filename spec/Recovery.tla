------------------------------ MODULE Recovery ------------------------------
(***************************************************************************)
(* Resolving somebody's intent, by any process, at any time, by several at *)
(* once, also while the owner is alive.  Nothing here depends on who waits *)
(* for whom; the manifest decides.                                         *)
(*                                                                         *)
(*  idle > classify > act --visible--------------------------> audit       *)
(*                        --forward: RollForward-------------> audit       *)
(*                        --empty: BumpEpochs > aborting-----> audit       *)
(*                        --rollback: BumpEpochs > realign...> audit       *)
(*                        --refuse---------------------------> idle        *)
(*  realign > pointer > (commit >) (record >) cas > next table > ...       *)
(*          > audit or idle                                                *)
(*  audit > remove > idle                                                  *)
(***************************************************************************)
EXTENDS ProtocolState

IdleRec == [at |-> "idle", op |-> "", phase |-> "none", verdict |-> "", seen |-> 0,
            todo |-> {}, table |-> "", head |-> 0, ptr |-> 0, epoch |-> 0,
            since |-> Zero, fence |-> {}]
Running(p, s) == rec[p].at = s /\ Runs(p)
SetRec(p, x)  == rec' = [rec EXCEPT ![p] = x]
Recovers(p)   == Exists(man)          \* a model may name fewer recoverers

\* Read one sidecar, under the gates of its tables.  HEADs are looked at from
\* here on, each at a moment of its own.
DiscoverIntents(p, o) ==
  /\ Running(p, "idle") /\ Recovers(p) /\ Pending(o)
  /\ SetRec(p, [IdleRec EXCEPT !.at = "classify", !.op = o, !.phase = sidecar[o].phase,
                               !.since = [t \in Tables |-> IF t \in Writes[o] THEN HeadOf(t) ELSE 0]])
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* The truth table: a pure function of evidence, precedence from the top.
\* Evidence is one manifest and, read before it, a HEAD h[t] for each table.
Past(t, h)     == (man.ptr[t] + 1)..h
Foreign(p, t, v) == hist[t][v].by = FOREIGN /\ v > permit[p][t]
ForeignMove(p, o, h) == \E t \in Writes[o] : \E v \in Past(t, h[t]) : Foreign(p, t, v)
SaysVisible(o) == o \in Published
SaysForward(o, phase) == phase = "confirmed" /\ MembersUnchanged(o, man)
SaysEmpty(o, h) == \A t \in Writes[o] : /\ man.ptr[t] = base[o].ptr[t]
                                        /\ \A v \in Past(t, h[t]) : hist[t][v].by # o
Verdict(p, o, phase, h) ==
  CASE SaysVisible(o)        -> "visible"
    [] ~SaysVisible(o) /\ SaysForward(o, phase) -> "forward"
    [] OTHER -> IF ForeignMove(p, o, h) THEN "refuse"
                ELSE IF SaysEmpty(o, h) THEN "empty" ELSE "rollback"

\* Only epochs that still have the captured value are bumped, so that two
\* recoverers do not outbid each other.  "None left" is judged here too, on the
\* manifest that is classified, never on a later one: meanwhile the owner may
\* have published, and the bump of some other intent would then look like the
\* fencing of this one.
ToBump(o) == {t \in Writes[o] : man.epoch[t] = base[o].epoch[t]}

Looks(o, since) == {h \in [Writes[o] -> UNION {since[t]..HeadOf(t) : t \in Writes[o]}] :
                      \A t \in Writes[o] : h[t] \in since[t]..HeadOf(t)}
ClassifyIntent(p) ==
  /\ Running(p, "classify")
  /\ LET x == rec[p] IN
     \E h \in Looks(x.op, x.since) :
       LET v == Verdict(p, x.op, x.phase, h) IN
       SetRec(p, [IdleRec EXCEPT !.at = "act", !.op = x.op, !.seen = man.version, !.verdict = v,
                    !.fence = IF v \in {"empty", "rollback"} THEN ToBump(x.op) ELSE {}])
  /\ UNCHANGED <<durable, world, attempt, observed>>

Acting(p, verdicts) == Running(p, "act") /\ rec[p].verdict \in verdicts
ToAudit(x) == [IdleRec EXCEPT !.at = "audit", !.op = x.op, !.verdict = x.verdict]
Unmoved(p) == rec[p].seen = man.version          \* the compare-and-set wins

\* Its own goal is already achieved: convergence, not failure.
ConvergeOnVisible(p) ==
  /\ Acting(p, {"visible"})
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* The exact confirmed versions, under the fixed commit id.
RollForward(p) ==
  /\ Acting(p, {"forward"}) /\ Unmoved(p)
  /\ LET o == rec[p].op IN man' = WithOperation(man, o, Writes[o], achieved[o])
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, attempt, observed>>

\* First durable act on somebody else's intent: from here nobody can publish
\* it.  If all its epochs were stale already, there is nothing to commit.
BumpEpochs(p) ==
  /\ Acting(p, {"rollback", "empty"})
  /\ LET x == rec[p]
         b == x.fence
     IN /\ b # {} => Unmoved(p)
        /\ man' = IF b = {} THEN man ELSE WithBump(man, b)
        /\ SetRec(p, IF x.verdict = "empty"
                     THEN [ToAudit(x) EXCEPT !.at = "aborting"]
                     ELSE [ToAudit(x) EXCEPT !.at = "realign", !.todo = Writes[x.op]])
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, attempt, observed>>

AbortEmptyIntent(p) ==
  /\ Running(p, "aborting")
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<durable, world, attempt, observed>>

---------------------------------------------------------------------------
\* Realignment of the tables in todo.

NextTable(x) ==
  LET rest == x.todo \ {x.table} IN
  IF rest # {} THEN [ToAudit(x) EXCEPT !.at = "realign", !.todo = rest]
  ELSE IF x.op = "" THEN IdleRec ELSE ToAudit(x)
SameTable(x) == [ToAudit(x) EXCEPT !.at = "realign", !.todo = x.todo]

\* A writer found drift.  Started on an aligned table it would only find that
\* out; a model may leave such starts away.
WorthRealigning(t) == TRUE
StartRealign(p, t) ==
  /\ Running(p, "idle") /\ Recovers(p) /\ WorthRealigning(t)
  /\ SetRec(p, [IdleRec EXCEPT !.at = "realign", !.todo = {t}])
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* HEAD first: then the pointer is at least as new as the drift it judges.
ReadRealignHead(p) ==
  /\ Running(p, "realign")
  /\ LET x == rec[p]
         t == CHOOSE u \in x.todo : \A w \in x.todo : Rank[u] <= Rank[w]
     IN SetRec(p, [x EXCEPT !.at = "pointer", !.table = t, !.head = HeadOf(t)])
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* Commit v can never become visible, seen from this pointer and epoch: judged
\* by its properties and its position, which also covers duplicates.
DeadAt(c, v, ptr, epoch) ==
  \/ c.by = REALIGN
  \/ c.by \in Ops /\ (c.epoch < epoch \/ ~(v = ptr + 1 /\ c.base = ptr))
RealignCase(p, t, head, ptr, epoch) ==
  LET drift == (ptr + 1)..head
      top   == hist[t][head]
  IN IF head = ptr THEN "done"
     ELSE IF head < ptr THEN "again"
     ELSE IF \E v \in drift : Foreign(p, t, v) THEN "refuse"
     ELSE IF \E v \in drift : hist[t][v].by # FOREIGN /\ ~DeadAt(hist[t][v], v, ptr, epoch)
          THEN "skip"
     ELSE IF top.by = REALIGN /\ top.base = ptr THEN "adopt" ELSE "commit"

\* Strangers' commits that a repair voids are on record before a pointer passes them.
Voids(t, ptr, head) == \E v \in (ptr + 1)..head : hist[t][v].by = FOREIGN /\ v > voided[t]
ToCas(x) == [x EXCEPT !.at = IF Voids(x.table, x.ptr, x.head) THEN "record" ELSE "cas"]

ReadRealignPointer(p) ==
  /\ Running(p, "pointer")
  /\ LET x   == rec[p]
         ptr == man.ptr[x.table]
         ep  == man.epoch[x.table]
         y   == [x EXCEPT !.ptr = ptr, !.epoch = ep]
         c   == RealignCase(p, x.table, x.head, ptr, ep)
     IN SetRec(p, CASE c \in {"done", "skip"} -> NextTable(x)
                    [] c = "again"  -> SameTable(x)
                    [] c = "refuse" -> [ToAudit(x) EXCEPT !.at = "refuse"]
                    [] c = "adopt"  -> ToCas(y)
                    [] c = "commit" -> [y EXCEPT !.at = "commit"])
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* Overwrite with the pointer's rows.  Lance lands it over appends it has not
\* seen; then the table is looked at again before anything points to it.
RealignKind == "Overwrite"
RealignTable(p) ==
  /\ Running(p, "commit")
  /\ LET x == rec[p]
         t == x.table
         c == Commit(REALIGN, RealignKind, x.ptr, x.epoch, hist[t][x.ptr].content)
     IN IF ~MayLand(hist[t], x.head, RealignKind)
        THEN SetRec(p, SameTable(x)) /\ UNCHANGED hist
        ELSE /\ hist' = [hist EXCEPT ![t] = Append(@, c)]
             /\ SetRec(p, IF HeadOf(t) # x.head THEN SameTable(x)
                          ELSE IF Voids(t, x.ptr, x.head) THEN [x EXCEPT !.at = "record", !.head = @ + 1]
                          ELSE [x EXCEPT !.at = "cas", !.head = @ + 1])
  /\ UNCHANGED <<man, made, sidecar, audit, voided, world, attempt, observed>>

RecordRepair(p) ==
  /\ Running(p, "record")
  /\ voided' = [voided EXCEPT ![rec[p].table] = rec[p].head]
  /\ SetRec(p, [rec[p] EXCEPT !.at = "cas"])
  /\ UNCHANGED <<man, hist, made, sidecar, audit, world, attempt, observed>>

SameHead(x) == man.ptr[x.table] = x.ptr /\ man.epoch[x.table] = x.epoch
PublishRollback(p) ==
  /\ Running(p, "cas") /\ SameHead(rec[p])
  /\ man' = WithPointer(man, rec[p].table, rec[p].head)
  /\ SetRec(p, NextTable(rec[p]))
  /\ UNCHANGED <<hist, made, sidecar, audit, voided, world, attempt, observed>>

\* A lost compare-and-set is never repeated blindly: read again.
LoseRecoveryCas(p) ==
  /\ \/ /\ Acting(p, {"forward", "rollback", "empty"}) /\ ~Unmoved(p)
        /\ rec[p].verdict = "forward" \/ rec[p].fence # {}
        /\ SetRec(p, IdleRec)
     \/ /\ Running(p, "cas") /\ ~SameHead(rec[p])
        /\ SetRec(p, SameTable(rec[p]))
  /\ UNCHANGED <<durable, world, attempt, observed>>

\* Typed refusal; the intent stays for an operator.
Refusing(p) == Acting(p, {"refuse"}) \/ Running(p, "refuse")
RefuseUnverifiable(p) ==
  /\ Refusing(p)
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<durable, world, attempt, observed>>

AuditKind(verdict) == CASE verdict \in {"visible", "forward"} -> "published"
                        [] verdict = "empty" -> "aborted"
                        [] verdict = "rollback" -> "rolledBack"
RecordAudit(p) ==
  /\ Running(p, "audit")
  /\ LET x == rec[p] IN
     /\ audit' = [audit EXCEPT ![x.op] = @ \cup {AuditKind(x.verdict)}]
     /\ SetRec(p, [IdleRec EXCEPT !.at = "remove", !.op = x.op])
  /\ UNCHANGED <<man, hist, made, sidecar, voided, world, attempt, observed>>

RemoveIntent(p) ==
  /\ Running(p, "remove")
  /\ sidecar' = [sidecar EXCEPT ![rec[p].op] = NoIntent]
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<man, hist, made, audit, voided, world, attempt, observed>>
=============================================================================
