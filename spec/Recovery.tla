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
(*  realign > pointer > (commit >) cas > next table > ... > audit or idle  *)
(*  audit > remove > idle                                                  *)
(***************************************************************************)
EXTENDS ProtocolState

IdleRec == [at |-> "idle", op |-> "", phase |-> "none", verdict |-> "", seen |-> 0,
            todo |-> {}, table |-> "", head |-> 0, ptr |-> 0, epoch |-> 0]
Running(p, s) == rec[p].at = s /\ p \in alive
SetRec(p, x)  == rec' = [rec EXCEPT ![p] = x]
Recovers(p)   == Exists(man)          \* a model may name fewer recoverers

\* List, and read one sidecar (again).
DiscoverIntents(p, o) ==
  /\ Running(p, "idle") /\ Recovers(p) /\ Pending(o)
  /\ SetRec(p, [IdleRec EXCEPT !.at = "classify", !.op = o, !.phase = sidecar[o].phase])
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* The truth table: a pure function of evidence, precedence from the top.
Past(t, m)     == (m.ptr[t] + 1)..HeadOf(t)
ForeignMove(o) == \E t \in Writes[o] : \E v \in Past(t, man) : hist[t][v].by = FOREIGN
SaysVisible(o) == o \in Published
SaysForward(o, phase) == phase = "confirmed" /\ MembersUnchanged(o, man)
Verdict(o, phase) ==
  CASE SaysVisible(o)        -> "visible"
    [] ~SaysVisible(o) /\ SaysForward(o, phase) -> "forward"
    [] OTHER -> IF ForeignMove(o) THEN "refuse"
                ELSE IF Effects(o) = {} THEN "empty" ELSE "rollback"

\* One manifest read, then the chains.
ClassifyIntent(p) ==
  /\ Running(p, "classify")
  /\ LET x == rec[p] IN
     SetRec(p, [IdleRec EXCEPT !.at = "act", !.op = x.op, !.seen = man.version,
                               !.verdict = Verdict(x.op, x.phase)])
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

Acting(p, verdicts) == Running(p, "act") /\ rec[p].verdict \in verdicts
ToAudit(x) == [IdleRec EXCEPT !.at = "audit", !.op = x.op, !.verdict = x.verdict]
Unmoved(p) == rec[p].seen = man.version          \* the compare-and-set wins

\* Its own goal is already achieved: convergence, not failure.
ConvergeOnVisible(p) ==
  /\ Acting(p, {"visible"})
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* The exact confirmed versions, under the fixed commit id.
RollForward(p) ==
  /\ Acting(p, {"forward"}) /\ Unmoved(p)
  /\ LET o == rec[p].op IN man' = WithOperation(man, o, Writes[o], achieved[o])
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<hist, made, sidecar, audit, alive, attempt, told, witness>>

\* First durable act on somebody else's intent: from here nobody can publish
\* it.  Only epochs that still have the captured value, so that two recoverers
\* do not outbid each other; with none left there is nothing to commit.  But
\* "none left" too is judged on the manifest that was classified, never on a
\* later one: meanwhile the owner may have published, and the bump of some
\* other intent would then look like the fencing of this one.
ToBump(o) == {t \in Writes[o] : man.epoch[t] = base[o].epoch[t]}
BumpEpochs(p) ==
  /\ Acting(p, {"rollback", "empty"}) /\ Unmoved(p)
  /\ LET x == rec[p]
         b == ToBump(x.op)
     IN /\ man' = IF b = {} THEN man ELSE WithBump(man, b)
        /\ SetRec(p, IF x.verdict = "empty"
                     THEN [ToAudit(x) EXCEPT !.at = "aborting"]
                     ELSE [ToAudit(x) EXCEPT !.at = "realign", !.todo = Writes[x.op]])
  /\ UNCHANGED <<hist, made, sidecar, audit, alive, attempt, told, witness>>

AbortEmptyIntent(p) ==
  /\ Running(p, "aborting")
  /\ SetRec(p, ToAudit(rec[p]))
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

---------------------------------------------------------------------------
\* Realignment of the tables in todo.

NextTable(x) ==
  LET rest == x.todo \ {x.table} IN
  IF rest # {} THEN [ToAudit(x) EXCEPT !.at = "realign", !.todo = rest]
  ELSE IF x.op = "" THEN IdleRec ELSE ToAudit(x)
SameTable(x) == [ToAudit(x) EXCEPT !.at = "realign", !.todo = x.todo]

\* A writer found drift, and no intent that accounts for it.
StartRealign(p, t) ==
  /\ Running(p, "idle") /\ Recovers(p) /\ HeadOf(t) # man.ptr[t]
  /\ \A x \in Ops : Pending(x) => t \notin Scope(x)
  /\ SetRec(p, [IdleRec EXCEPT !.at = "realign", !.todo = {t}])
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* HEAD first: then the pointer is at least as new as the drift it judges.
ReadRealignHead(p) ==
  /\ Running(p, "realign")
  /\ LET x == rec[p]
         t == CHOOSE u \in x.todo : \A w \in x.todo : Rank[u] <= Rank[w]
     IN SetRec(p, [x EXCEPT !.at = "pointer", !.table = t, !.head = HeadOf(t)])
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* Commit v can never become visible, seen from this pointer and epoch: judged
\* by its properties and its position, which also covers duplicates.
DeadAt(c, v, ptr, epoch) ==
  \/ c.by = REALIGN
  \/ c.by \in Ops /\ (c.epoch < epoch \/ ~(v = ptr + 1 /\ c.base = ptr))
RealignCase(t, head, ptr, epoch) ==
  LET drift == (ptr + 1)..head
      top   == hist[t][head]
  IN IF head = ptr THEN "done"
     ELSE IF head < ptr THEN "again"
     ELSE IF \E v \in drift : hist[t][v].by = FOREIGN THEN "refuse"
     ELSE IF \E v \in drift : ~DeadAt(hist[t][v], v, ptr, epoch) THEN "skip"
     ELSE IF top.by = REALIGN /\ top.base = ptr THEN "adopt" ELSE "commit"

ReadRealignPointer(p) ==
  /\ Running(p, "pointer")
  /\ LET x   == rec[p]
         ptr == man.ptr[x.table]
         ep  == man.epoch[x.table]
         y   == [x EXCEPT !.ptr = ptr, !.epoch = ep]
         c   == RealignCase(x.table, x.head, ptr, ep)
     IN SetRec(p, CASE c \in {"done", "skip"} -> NextTable(x)
                    [] c = "again"  -> SameTable(x)
                    [] c = "refuse" -> [ToAudit(x) EXCEPT !.at = "refuse"]
                    [] c = "adopt"  -> [y EXCEPT !.at = "cas"]
                    [] c = "commit" -> [y EXCEPT !.at = "commit"])
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* Overwrite with the pointer's rows.  Lance lands it over appends it has not
\* seen; then the table is looked at again before anything points to it.
RealignKind == "Overwrite"
RealignTable(p) ==
  /\ Running(p, "commit")
  /\ LET x == rec[p]
         t == x.table
         c == Commit(REALIGN, RealignKind, x.ptr, x.epoch, hist[t][x.ptr].content)
     IN IF Refused(hist[t], x.head, RealignKind)
        THEN SetRec(p, SameTable(x)) /\ UNCHANGED hist
        ELSE /\ hist' = [hist EXCEPT ![t] = Append(@, c)]
             /\ SetRec(p, IF HeadOf(t) = x.head
                          THEN [x EXCEPT !.at = "cas", !.head = @ + 1]
                          ELSE SameTable(x))
  /\ UNCHANGED <<man, made, sidecar, audit, alive, attempt, told, witness>>

SameHead(x) == man.ptr[x.table] = x.ptr /\ man.epoch[x.table] = x.epoch
PublishRollback(p) ==
  /\ Running(p, "cas") /\ SameHead(rec[p])
  /\ man' = WithPointer(man, rec[p].table, rec[p].head)
  /\ SetRec(p, NextTable(rec[p]))
  /\ UNCHANGED <<hist, made, sidecar, audit, alive, attempt, told, witness>>

\* A lost compare-and-set is never repeated blindly: read again.
LoseRecoveryCas(p) ==
  /\ \/ /\ Acting(p, {"forward", "rollback", "empty"}) /\ ~Unmoved(p)
        /\ SetRec(p, IdleRec)
     \/ /\ Running(p, "cas") /\ ~SameHead(rec[p])
        /\ SetRec(p, SameTable(rec[p]))
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

\* Typed refusal; the intent stays for an operator.
Refusing(p) == Acting(p, {"refuse"}) \/ Running(p, "refuse")
RefuseUnverifiable(p) ==
  /\ Refusing(p)
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<durable, alive, attempt, told, witness>>

AuditKind(verdict) == CASE verdict \in {"visible", "forward"} -> "published"
                        [] verdict = "empty" -> "aborted"
                        [] verdict = "rollback" -> "rolledBack"
RecordAudit(p) ==
  /\ Running(p, "audit")
  /\ LET x == rec[p] IN
     /\ audit' = [audit EXCEPT ![x.op] = @ \cup {AuditKind(x.verdict)}]
     /\ SetRec(p, [IdleRec EXCEPT !.at = "remove", !.op = x.op])
  /\ UNCHANGED <<man, hist, made, sidecar, alive, attempt, told, witness>>

RemoveIntent(p) ==
  /\ Running(p, "remove")
  /\ sidecar' = [sidecar EXCEPT ![rec[p].op] = NoIntent]
  /\ SetRec(p, IdleRec)
  /\ UNCHANGED <<man, hist, made, audit, alive, attempt, told, witness>>
=============================================================================
