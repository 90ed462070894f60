--------------------------- MODULE LanceSubstrate ---------------------------
(***************************************************************************)
(* What Lance does with one table, as measured on the real library.        *)
(*                                                                         *)
(* A table is a chain of immutable versions 1..HEAD.  A commit names the   *)
(* version it was computed from (its read version) and carries properties: *)
(* who made it, on which pointer and under which epoch.  Those properties  *)
(* are durable with the commit and are all that recovery may rely on.      *)
(*                                                                         *)
(* Lance does not refuse a stale commit because it is stale.  It compares  *)
(* the transaction with everything committed since its read version, and   *)
(* either refuses it or lands it on top, one or more versions later than   *)
(* its author expected.  There are no variables here, only that rule.      *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  FOREIGN,    \* the author of commits that do not come from this protocol
  REALIGN     \* the author of commits that bring HEAD back to the pointer

\* Append: new fragments only.  Update: also deletes rows of old fragments.
Kinds == {"Append", "Update", "Overwrite", "Restore"}

Newest(chain) == Len(chain)

\* Kinds that a stale transaction of this kind cannot be rebased over.
\* One conformance test on real Lance for each pair.
Blocks(mine) ==
  CASE mine = "Append"    -> {"Overwrite", "Restore"}
    [] mine = "Update"    -> {"Overwrite", "Restore"}
    [] mine = "Overwrite" -> {"Overwrite"}
    [] mine = "Restore"   -> {}

\* Two Updates collide only if they touch the same fragments, which nobody
\* here can know: either may happen.
MayBlock(mine) == IF mine = "Update" THEN {"Update"} ELSE {}

Since(chain, readVersion) == {chain[v].kind : v \in (readVersion + 1)..Newest(chain)}
MayLand(chain, readVersion, kind) == Since(chain, readVersion) \cap Blocks(kind) = {}
MayRefuse(chain, readVersion, kind) ==
  Since(chain, readVersion) \cap (Blocks(kind) \cup MayBlock(kind)) # {}

\* The rows after a commit lands: Append and Update are rebased onto what is
\* at HEAD; Overwrite and Restore put exactly what their author computed.
Landed(chain, kind, mine, computedFrom) ==
  IF kind \in {"Append", "Update"}
  THEN chain[Newest(chain)].content \cup mine
  ELSE chain[computedFrom].content \cup mine

Commit(by, kind, pointer, epoch, content) ==
  [by |-> by, kind |-> kind, base |-> pointer, epoch |-> epoch, content |-> content]

FirstVersion == <<Commit(REALIGN, "Overwrite", 0, 0, {})>>

ASSUME FOREIGN # REALIGN
\* Overwrite against Overwrite is a compare-and-swap; nothing stops a Restore.
ASSUME "Overwrite" \in Blocks("Overwrite") /\ Blocks("Restore") = {}
=============================================================================
